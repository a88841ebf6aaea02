"""Runs migrations on the connection the log supplies; there is no alembic.ini and no database
address.

The log opens and closes the transaction, so a migration is applied completely or not at all.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
