"""The platforms that call a class or speak a protocol of their own: one upload each, and the board they share."""
