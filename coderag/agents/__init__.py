"""Setting up MCP clients: which are on this machine, and coderag's entry in their configuration files.

Invariants: everything else in a file keeps its bytes; adding twice is adding once; removing gives back the file that
was there before adding, byte for byte, or no file if there was none. An edit that could not keep this is refused.
Nothing is remembered beside the files: how an entry is laid out says whether the table around it was there before.
"""
