import Foundation
import KeepAlivePolicy

/// The key of the title of the playing item.
public let MPMediaItemPropertyTitle = "title"
/// The key of the artist of the playing item.
public let MPMediaItemPropertyArtist = "artist"
/// The key of the album of the playing item.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The key of the playback rate: 0 while the item pauses, 1 otherwise.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The key of the length of the playing item, in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The key of the position in the playing item, in seconds.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"

/// The lock screen's information on the playing item.
///
/// An app that has set it is the Now Playing app. In the background, such as after a call, it may activate a session
/// that does not mix (AS-23).
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var info: [String: Any]?

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    /// Returns the center of the app.
    public class func `default`() -> MPNowPlayingInfoCenter {
        let context = AppContext.current
        return context.only { MPNowPlayingInfoCenter(context) }
    }

    /// The information on the playing item; `nil` if nothing plays.
    public var nowPlayingInfo: [String: Any]? {
        get { lock.withLock { info } }
        set {
            lock.withLock { info = newValue }
            context.send("setNowPlaying", ["value": .bool(newValue != nil)])
        }
    }
}
