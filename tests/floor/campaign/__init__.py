"""The long proofs of the floor: many stations, a cluster, power cuts, forgeries and full disks."""
