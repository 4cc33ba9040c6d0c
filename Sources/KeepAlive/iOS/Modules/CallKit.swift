// Re-exports CallKit under Apple's module name.
@_exported import KeepAliveCallKit
