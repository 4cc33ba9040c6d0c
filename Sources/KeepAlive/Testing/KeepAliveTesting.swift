// A test imports one module beside its own. Apple's names, the policy and the API for strategies come with it.
@_exported import KeepAlive
@_exported import KeepAlivePolicy
@_exported import KeepAliveStrategies
