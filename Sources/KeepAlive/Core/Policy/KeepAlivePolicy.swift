// Who imports the policy reads its nouns, too.
@_exported import KeepAliveModel
