"""Small complete bots to start from: `python3 -m protocol.template` copies the files here.

Each can be uploaded unchanged, so none imports anything from this project.
"""
