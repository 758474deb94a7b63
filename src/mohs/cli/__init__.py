"""The command line: one file a verb, thin. Flags in, `mohs.api` called, text and exit code out."""
