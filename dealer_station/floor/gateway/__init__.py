"""The gateway: takes the batches of stations over HTTPS and answers after they are durable."""
