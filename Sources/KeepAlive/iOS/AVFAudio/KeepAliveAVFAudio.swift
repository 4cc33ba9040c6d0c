@_exported import KeepAliveQuartzCore
