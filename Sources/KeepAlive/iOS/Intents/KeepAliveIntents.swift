@_exported import KeepAliveCallKit
