// Apple's MediaPlayer by its name.
@_exported import KeepAliveMediaPlayer
