"""The station as it runs: killed, starved of disk, robbed of power, and started again."""
