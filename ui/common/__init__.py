"""Parts that all screens share: settings, language, display, and the look of cards, chips and outcomes."""
