// Re-exports PushKit under Apple's module name.
@_exported import KeepAlivePushKit
