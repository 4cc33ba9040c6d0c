// Re-exports AVFAudio under Apple's module name.
@_exported import KeepAliveAVFAudio
