// Whoever imports the policy needs its nouns.
@_exported import KeepAliveModel
