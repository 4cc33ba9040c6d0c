import Foundation

public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
    case notDetermined, denied
    /// The user cannot allow access. This is always the status, as there is no music library.
    case restricted = 2
    case authorized
}

/// The user's music library. There is none in this reproduction: access is always restricted.
public final class MPMediaLibrary: NSObject, @unchecked Sendable {
    private static let library = MPMediaLibrary()

    public class func `default`() -> MPMediaLibrary { library }
    public class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { .restricted }
    /// Calls the handler with `restricted`. The user is not asked.
    public class func requestAuthorization(
        _ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { handler(.restricted) } }
    public class func requestAuthorization() async -> MPMediaLibraryAuthorizationStatus { .restricted }
}

/// An item of the music library. As there is no library in this reproduction, the app never gets an item of the user's.
open class MPMediaItem: NSObject {
    open var title: String? { nil }
    open var artist: String? { nil }
    open var albumTitle: String? { nil }
    /// The length in seconds; always 0.
    open var playbackDuration: TimeInterval { 0 }
    open var assetURL: URL? { nil }
    open var artwork: MPMediaItemArtwork? { nil }
    open var persistentID: UInt64 { 0 }
}

open class MPMediaItemCollection: NSObject {
    public let items: [MPMediaItem]

    public init(items: [MPMediaItem]) {
        self.items = items
        super.init()
    }

    open var count: Int { items.count }
}

public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"

open class MPMediaPropertyPredicate: NSObject {
    public enum MPMediaPredicateComparison: Int, Sendable {
        case equalTo, contains
    }

    public init(
        value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison = .equalTo
    ) {
        super.init()
    }
}

/// A query of the music library; it never finds an item, unlike on iOS.
open class MPMediaQuery: NSObject {
    override public init() { super.init() }
    open class func songs() -> MPMediaQuery { MPMediaQuery() }
    open class func albums() -> MPMediaQuery { MPMediaQuery() }
    open func addFilterPredicate(_ predicate: MPMediaPropertyPredicate) {}
    open var items: [MPMediaItem]? { [] }
    open var collections: [MPMediaItemCollection]? { [] }
}
