"""The log on disk: the single writer, files, months, snapshots, and the encoding of rows."""
