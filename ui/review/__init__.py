"""The pit's screen: rounds of one or several logs, found, stepped through, followed live."""
