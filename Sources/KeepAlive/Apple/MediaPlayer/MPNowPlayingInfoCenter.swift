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

/// The key of the picture of the playing item, an ``MPMediaItemArtwork``.
public let MPMediaItemPropertyArtwork = "artwork"
/// The key of the playback rate that is usual.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The key of how much of the item was played, from 0 to 1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The key of whether the item comes live.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// The key of the number of chapters.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// The key of the chapter, from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// The key of the place in the queue, from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The key of the length of the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"

/// Whether something plays, as the lock screen shows it.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// Not known.
    case unknown = 0
    /// It plays.
    case playing = 1
    /// It pauses.
    case paused = 2
    /// It is over.
    case stopped = 3
    /// Something else has interrupted it.
    case interrupted = 4
}

/// The picture of an item.
public final class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    /// The size that it has.
    public let bounds: CGRect
    private let make: (CGSize) -> UIImage

    /// Creates a picture.
    ///
    /// - Parameter requestHandler: returns it in a size.
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
        bounds = CGRect(origin: .zero, size: boundsSize)
        make = requestHandler
        super.init()
    }

    /// Returns the picture in a size.
    public func image(at size: CGSize) -> UIImage? { make(size) }
}

/// The lock screen's information on the playing item.
///
/// An app that has set it is the Now Playing app. In the background, such as after a call, it may activate a session
/// that does not mix (AS-23).
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var info: [String: Any]?
    private var state = MPNowPlayingPlaybackState.unknown

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    /// Returns the center of the app.
    public class func `default`() -> MPNowPlayingInfoCenter {
        let context = AppContext.current
        return context.only { MPNowPlayingInfoCenter(context) }
    }

    /// Whether it plays; kept, and not shown here.
    public var playbackState: MPNowPlayingPlaybackState {
        get { lock.withLock { state } }
        set { lock.withLock { state = newValue } }
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
