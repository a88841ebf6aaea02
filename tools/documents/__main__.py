"""Write the generated pages: `make docs`."""

from tools.documents.pages import DOCS, PAGES

for name, make in PAGES.items():
    (DOCS / name).write_text(make(), "utf-8")
    print(f"docs: {name}")
