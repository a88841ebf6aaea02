"""The screens. Only this room paints; what it shows is a TableView, what it sends are observations."""
