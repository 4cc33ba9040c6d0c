@_exported import KeepAliveUIKit
