"""The floor: what runs away from the tables and is told what they log. Nothing at a table imports it."""
