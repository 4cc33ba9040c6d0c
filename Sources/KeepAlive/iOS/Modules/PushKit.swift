// Apple's PushKit by its name.
@_exported import KeepAlivePushKit
