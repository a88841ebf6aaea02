"""The review window: find, replay and follow the rounds of one or several logs."""
