"""The history of the log's database: steps that change its shape and never rewrite an event."""
