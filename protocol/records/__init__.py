"""Recorded games: `record` checks a game and writes it in the platform's forms (`platform_log`), `record_reader` reads
all forms, `saved_turn` keeps the turn that lost the game, and `bot_view` reads the bots' notes on it.
"""
