"""The engine seen from outside: what may be seen, what is said, which wagers are taken."""
