// Re-exports AVFoundation under Apple's module name.
@_exported import KeepAliveAVFoundation
