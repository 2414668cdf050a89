"""coderag: code search for MCP agents, driven by git. See ARCHITECTURE.md beside this file."""

__version__ = "0.1.0"
