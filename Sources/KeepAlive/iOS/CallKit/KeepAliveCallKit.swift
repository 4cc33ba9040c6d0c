@_exported import KeepAliveAVFAudio
