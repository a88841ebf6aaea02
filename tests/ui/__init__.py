"""The dealer's screen under test: real windows offscreen, clicks, touches, pictures to look at."""
