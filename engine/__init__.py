"""The part that thinks: rules, evaluation, search. It reads no input, prints nothing and knows no colour."""
