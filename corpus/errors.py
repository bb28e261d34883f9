"""The whole error tree of kaoju. Every message is one line: what happened, and what to do next.

KaojuError
├── InputError               the caller's argument is wrong (exit code 2)
├── DocumentError            one file cannot be taken in; the others can
│   ├── EmptyFileError       nothing but blanks in it
│   ├── BinaryFileError      not text
│   ├── EncodingError        text in no encoding that gives plausible Chinese or English
│   ├── UnreadableFileError  the system does not let us read it
│   ├── UnsupportedFileError no reader for its suffix
│   ├── OcrUnavailableError  a picture of text, and the optional text recognition is not installed
│   └── FileTooLargeError    above the limit
├── ModelError               the embedding model is missing or damaged
└── StoreError               the store on disk cannot be used as it is
    ├── StoreVersionError    written by another version of kaoju
    ├── ModelMismatchError   built with another model or other splitter settings
    └── StoreBusyError       another process is writing to it
"""


class KaojuError(Exception):
    """Any failure that kaoju explains; the message is one line for the user."""


class InputError(KaojuError):
    """The caller's argument is wrong."""


class DocumentError(KaojuError):
    """One file cannot be taken in."""


class EmptyFileError(DocumentError):
    """Nothing but blanks in the file."""


class BinaryFileError(DocumentError):
    """The file is not text."""


class EncodingError(DocumentError):
    """No encoding gives plausible text."""


class UnreadableFileError(DocumentError):
    """The system does not let us read the file."""


class UnsupportedFileError(DocumentError):
    """No reader for the file's suffix."""


class OcrUnavailableError(DocumentError):
    """The optional text recognition is not installed."""


class FileTooLargeError(DocumentError):
    """The file is above the configured limit."""


class ModelError(KaojuError):
    """The embedding model is missing or damaged."""


class StoreError(KaojuError):
    """The store on disk cannot be used as it is."""


class StoreVersionError(StoreError):
    """The store was written by another version of kaoju."""


class ModelMismatchError(StoreError):
    """The store was built with another model or other splitter settings."""


class StoreBusyError(StoreError):
    """Another process is writing to the store."""
