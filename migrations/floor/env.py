"""Runs the floor's migrations on the connection that its store supplies; there is no alembic.ini.

The store opens and commits the transaction, so all steps are applied or none.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"], version_table_schema="floor")
context.run_migrations()
