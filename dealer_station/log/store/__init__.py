"""The log on its disk: the one writer, files, months, snapshots, and what a row stores."""
