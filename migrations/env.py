"""Runs migrations on the connection that the log hands over; there is no alembic.ini and no address in it.

The log opens the transaction and closes it, so that a migration is done as a whole or not at all.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
