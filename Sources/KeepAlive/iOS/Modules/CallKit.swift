// Apple's CallKit by its name.
@_exported import KeepAliveCallKit
