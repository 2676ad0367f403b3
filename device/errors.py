"""What goes wrong on the machine's side, said in one sentence that ends with the remedy."""


class ArbitrioError(Exception):
    """The base of all errors that a person can mend; the command line prints them without a traceback."""


class SettingsError(ArbitrioError, ValueError):
    """A settings file or a command's argument that can't be used."""


class RecordError(ArbitrioError):
    """A record that is damaged, or tells of a game that the rules don't allow."""


class StoreError(ArbitrioError, OSError):
    """The disk did not take an event, or the store can't be read; nothing accepted before is lost."""


class DiskTrouble(StoreError):
    """The disk takes nothing now - it is full, read-only or does not answer - and may again later."""


class DamagedStore(StoreError):
    """The store's file is broken; see `device.rescue`."""
