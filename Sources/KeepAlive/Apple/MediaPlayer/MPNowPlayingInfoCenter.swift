import Foundation
import KeepAlivePolicy

/// The key of the title of what plays.
public let MPMediaItemPropertyTitle = "title"
/// The key of the artist of what plays.
public let MPMediaItemPropertyArtist = "artist"
/// The key of the album of what plays.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The key of how fast it plays: 0 while it pauses, 1 else.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The key of the length of what plays, in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The key of where it stands, in seconds.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"

/// What the lock screen says of what plays. An app that has set it is the Now Playing app, and may activate a session that
/// does not mix from the background, such as after a call (AS-23).
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var info: [String: Any]?

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    /// The one of the app.
    public class func `default`() -> MPNowPlayingInfoCenter {
        let context = AppContext.current
        return context.nowPlayingCenter { MPNowPlayingInfoCenter(context) }
    }

    /// What plays; `nil` when nothing does.
    public var nowPlayingInfo: [String: Any]? {
        get { lock.withLock { info } }
        set {
            lock.withLock { info = newValue }
            context.send("setNowPlaying", ["value": .bool(newValue != nil)])
        }
    }
}
