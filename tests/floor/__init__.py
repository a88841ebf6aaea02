"""The floor: real PostgreSQL, real TLS, real logs."""
