"""Uploads for the platforms that call a class or have their own protocol.

`mo_class` and `cs303_class` are the platforms' classes, for any thinker; `mo`, `cs303` and `cs303_reversed` put our bot
into them, `mo_sample` and `cs303_sample` a sample bot. `board_adapter` is one function for all other platforms.
"""
