"""Paper: pages with head and foot, tables whose heads come again, pictures; as a PDF or as images."""
