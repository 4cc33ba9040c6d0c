@_exported import KeepAliveAVFAudio
@_exported import KeepAliveQuartzCore
