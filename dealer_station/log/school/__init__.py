"""The log of the school: results of trainees, chained and signed like every log, and never a table's log."""
