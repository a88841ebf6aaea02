"""Search for rounds by anything that a pit asks for, and notes on disputed rounds."""
