"""Lets ``python -m dealer_station`` do what the ``dealer-station`` command does."""

from dealer_station.cli.main import main

if __name__ == "__main__":
    main()
