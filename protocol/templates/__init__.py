"""Small complete bots to begin with: `python3 -m protocol.template` hands out copies of the files here.

Each is one file that can be uploaded as it is, so none of them imports anything of this project.
"""
