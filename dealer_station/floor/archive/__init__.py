"""The archive: months that have left the database, as closed month files and Parquet in two places."""
