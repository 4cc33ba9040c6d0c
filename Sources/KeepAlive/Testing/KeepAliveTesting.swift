// A test imports one module beside its own. Apple's names and the API for strategies come with it.
@_exported import KeepAlive
@_exported import KeepAliveStrategies
