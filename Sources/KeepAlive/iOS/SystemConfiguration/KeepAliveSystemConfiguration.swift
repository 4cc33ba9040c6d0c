@_exported import KeepAliveNetwork
