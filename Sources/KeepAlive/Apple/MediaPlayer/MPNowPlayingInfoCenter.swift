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

/// The key of the artist of the album.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The key of the place in the album, from 1.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The key of the length of the album.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The key of who wrote the item.
public let MPMediaItemPropertyComposer = "composer"
/// The key of the kind of music.
public let MPMediaItemPropertyGenre = "genre"
/// The key of the kind of item, an ``MPMediaType``.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The key of the number of the item.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The key of the title of the podcast.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The key of the day on which the item appeared.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// The key of the URL of the item.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The key of the words of the item.
public let MPMediaItemPropertyLyrics = "lyrics"
/// The key of words about the item.
public let MPMediaItemPropertyComments = "comments"
/// The key of the URL of what plays.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The key of the kind of what plays, an ``MPNowPlayingInfoMediaType``.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The key of the languages of what plays.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The key of the languages in which it plays.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The key of the time of day of what plays, for what comes live.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// The key of the app's name of what plays.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The key of the app's name of who hears it.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The key of the app's name of whose it is.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
/// The key of the list that it is in.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"

/// The kind of what plays.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    /// Nothing.
    case none = 0
    /// A sound.
    case audio = 1
    /// A film.
    case video = 2
}

/// Kinds of items.
public struct MPMediaType: OptionSet, Sendable {
    /// The bits of `MPMediaType`.
    public let rawValue: UInt

    /// Creates kinds from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Music.
    public static let music = MPMediaType(rawValue: 1 << 0)
    /// Podcasts.
    public static let podcast = MPMediaType(rawValue: 1 << 1)
    /// Books.
    public static let audioBook = MPMediaType(rawValue: 1 << 2)
    /// Sounds.
    public static let anyAudio = MPMediaType(rawValue: 0x00FF)
    /// Films.
    public static let movie = MPMediaType(rawValue: 1 << 8)
    /// What can be seen.
    public static let anyVideo = MPMediaType(rawValue: 0xFF00)
    /// All.
    public static let any = MPMediaType(rawValue: ~0)
}

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
