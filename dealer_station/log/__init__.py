"""The log: each event is durable before it is visible; the rows are chained by hash and signed.

Only this package knows the database and the keys. Start with `store/append.py`; `integrity/chain.py`
documents the hash.
"""
