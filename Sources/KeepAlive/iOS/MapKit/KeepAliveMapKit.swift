@_exported import KeepAliveCoreLocation
@_exported import KeepAliveUIKit
