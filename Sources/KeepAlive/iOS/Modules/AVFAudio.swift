// Apple's AVFAudio by its name.
@_exported import KeepAliveAVFAudio
