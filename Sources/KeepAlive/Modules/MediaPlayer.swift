// Apple's MediaPlayer by its name. What there is of it is in the module KeepAlive, and of nothing else.
@_exported import KeepAlive
