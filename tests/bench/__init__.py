"""How fast the bot is, as ratios against plain implementations measured in the same run: `python3 -m tests.bench`."""
