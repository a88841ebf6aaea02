"""Where bytes cross a wire: serial and USB ports, how they are found, and the capture of every byte."""
