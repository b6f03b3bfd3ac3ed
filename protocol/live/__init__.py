"""A line to the real platform: Botzone's local-AI interface, by which a bot at home plays there in a person's place.

`local_ai_wire` reads and writes its texts, `local_ai_line` carries them over HTTP, `live_match` is one match with its
bot, `live_session` plays all of them until the end.
"""
