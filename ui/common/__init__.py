"""What every screen shares: settings, language, display, and how cards, chips and outcomes look."""
