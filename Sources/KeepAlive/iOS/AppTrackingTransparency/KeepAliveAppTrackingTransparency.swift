@_exported import KeepAliveFoundation
