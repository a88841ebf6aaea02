"""The engine seen from outside: views, prompts, and which wagers are taken."""
