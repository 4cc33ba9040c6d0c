import Foundation

/// The user's permission for the library of music.
public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user has refused.
    case denied = 1
    /// The user cannot allow it: there is no library here.
    case restricted = 2
    /// The user has agreed.
    case authorized = 3
}

/// The user's library of music. There is none here: access is restricted.
public final class MPMediaLibrary: NSObject, @unchecked Sendable {
    private static let library = MPMediaLibrary()

    /// Returns the library.
    public class func `default`() -> MPMediaLibrary { library }
    /// Returns `restricted`.
    public class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { .restricted }
    /// Calls the handler with `restricted`, without asking anybody.
    public class func requestAuthorization(
        _ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { handler(.restricted) } }
    /// Returns `restricted`, without asking anybody.
    public class func requestAuthorization() async -> MPMediaLibraryAuthorizationStatus { .restricted }
}

/// A song or the like. There is none here.
open class MPMediaItem: NSObject {
    /// The title.
    open var title: String? { nil }
    /// The artist.
    open var artist: String? { nil }
    /// The title of the album.
    open var albumTitle: String? { nil }
    /// The length in seconds.
    open var playbackDuration: TimeInterval { 0 }
    /// Where its file is.
    open var assetURL: URL? { nil }
    /// The picture.
    open var artwork: MPMediaItemArtwork? { nil }
    /// A number of its own.
    open var persistentID: UInt64 { 0 }
}

/// Some songs.
open class MPMediaItemCollection: NSObject {
    /// The songs.
    public let items: [MPMediaItem]

    /// Creates a collection.
    public init(items: [MPMediaItem]) {
        self.items = items
        super.init()
    }

    /// How many there are.
    open var count: Int { items.count }
}

/// The key of whether a song is elsewhere.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// The key of whether a song may not be copied.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"

/// What a query asks for.
open class MPMediaPropertyPredicate: NSObject {
    /// How values are compared.
    public enum MPMediaPredicateComparison: Int, Sendable {
        /// They are equal.
        case equalTo = 0
        /// One contains the other.
        case contains = 1
    }

    /// Creates a condition.
    public init(
        value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison = .equalTo
    ) {
        super.init()
    }
}

/// A question to the library, whose answer is that there is nothing.
open class MPMediaQuery: NSObject {
    /// Creates a question for everything.
    override public init() { super.init() }
    /// Asks for songs.
    open class func songs() -> MPMediaQuery { MPMediaQuery() }
    /// Asks for albums.
    open class func albums() -> MPMediaQuery { MPMediaQuery() }
    /// Adds a condition.
    open func addFilterPredicate(_ predicate: MPMediaPropertyPredicate) {}
    /// The songs: none.
    open var items: [MPMediaItem]? { [] }
    /// The albums: none.
    open var collections: [MPMediaItemCollection]? { [] }
}
