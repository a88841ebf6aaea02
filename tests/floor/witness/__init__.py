"""The witness, through real HTTP."""
