"""Printed pages: head and foot, tables with repeated headings, pictures; as a PDF or as images."""
