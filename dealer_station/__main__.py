"""Entry point of ``python -m dealer_station``; runs the ``dealer-station`` command."""

from dealer_station.cli.main import main

if __name__ == "__main__":
    main()
