@_exported import KeepAliveAVFoundation
@_exported import KeepAliveUIKit
