// Apple's AVFoundation by its name.
@_exported import KeepAliveAVFoundation
