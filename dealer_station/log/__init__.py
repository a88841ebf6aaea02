"""The log: every event durable before it is visible, chained, signed, and read by anybody who may.

The only room that knows the database and the keys. Start with `store/append.py`; `integrity/chain.py` says
what is hashed.
"""
