// A test imports one module beside its own: Apple's names, and what strategies are written with, come along.
@_exported import KeepAlive
@_exported import KeepAliveStrategies
