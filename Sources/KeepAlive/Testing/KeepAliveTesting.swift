// With these exports, a test needs to import only this module to get Apple's names, the policy and the strategy API.
@_exported import KeepAlive
@_exported import KeepAlivePolicy
@_exported import KeepAliveStrategies
