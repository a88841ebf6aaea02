"""The log's schema, step by step (Alembic). A migration never rewrites an event and cannot be undone."""
