"""The platforms that call a class or speak a protocol of their own: one upload each, and the board they share.

`mo_class` and `cs303_class` are the classes whatever thinks, `mo`, `cs303` and `cs303_reversed` our bot as such a
class, `mo_sample` and `cs303_sample` any sample bot. `board_adapter` is one function for everyone else.
"""
