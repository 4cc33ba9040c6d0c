// Re-exports MediaPlayer under Apple's module name.
@_exported import KeepAliveMediaPlayer
