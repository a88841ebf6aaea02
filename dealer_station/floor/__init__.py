"""The floor: every row of every table, durable in PostgreSQL.

A station pushes its own log to a gateway (`client`); the gateway checks every hash and signature and
appends the rows (`gateway`, `store`). `protocol` is the only thing that both sides share. The head row in
PostgreSQL is the only cursor: neither the station nor the gateway keeps any state about the transfer."""
