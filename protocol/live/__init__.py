"""A connection to the real platform: Botzone's local-AI interface, where a bot on this machine plays for its user.

`local_ai_wire` reads and writes its messages, `local_ai_line` carries them over HTTP, `live_match` is one match with
its bot, `live_session` plays all matches until the end.
"""
