"""Recorded games: `record` is one game, checked and written in the platform's forms (`platform_log`), `record_reader`
reads it in all forms, `saved_turn` keeps the turn that lost it, and `bot_view` is what its bots thought of it.
"""
