import Foundation

/// A request of the user to Siri. This reproduction has no Siri: the app never gets a request.
open class INIntent: NSObject, @unchecked Sendable {
    open var suggestedInvocationPhrase: String?
    open var identifier: String?
}

open class INIntentResponse: NSObject, @unchecked Sendable {
    open var userActivity: NSUserActivity?
}

open class INMediaItem: NSObject, @unchecked Sendable {
    public let identifier: String?
    public let title: String?

    public init(identifier: String?, title: String?, type: INMediaItemType = .unknown, artwork: INImage? = nil) {
        self.identifier = identifier
        self.title = title
        super.init()
    }
}

public enum INMediaItemType: Int, Sendable {
    case unknown, song
    case audioBook = 10
    case podcastEpisode = 7
}

open class INImage: NSObject, @unchecked Sendable {
    public init(url: URL) { super.init() }
    public init(imageData: Data) { super.init() }
}

open class INPlayMediaIntent: INIntent, @unchecked Sendable {
    public let mediaItems: [INMediaItem]?
    public let mediaContainer: INMediaItem?
    public let playbackSpeed: Double?

    public init(
        mediaItems: [INMediaItem]? = nil, mediaContainer: INMediaItem? = nil, playShuffled: Bool? = nil,
        resumePlayback: Bool? = nil, playbackSpeed: Double? = nil
    ) {
        self.mediaItems = mediaItems
        self.mediaContainer = mediaContainer
        self.playbackSpeed = playbackSpeed
        super.init()
    }
}

public enum INPlayMediaIntentResponseCode: Int, Sendable {
    case unspecified
    case ready, continueInApp
    case success = 4
    case handleInApp, failure
}

open class INPlayMediaIntentResponse: INIntentResponse, @unchecked Sendable {
    public let code: INPlayMediaIntentResponseCode

    public init(code: INPlayMediaIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }
}

open class INAddMediaIntent: INIntent, @unchecked Sendable {}

public protocol INPlayMediaIntentHandling: AnyObject {
    func handle(intent: INPlayMediaIntent, completion: @escaping @Sendable (INPlayMediaIntentResponse) -> Void)
}

/// An action of the user that the app donates to the system, for later suggestions. Unlike on iOS, the system suggests
/// nothing.
open class INInteraction: NSObject, @unchecked Sendable {
    public let intent: INIntent
    open var identifier = UUID().uuidString
    open var groupIdentifier: String?

    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        super.init()
    }

    /// Calls `completion` with no error. No donations are kept, so there are none to delete.
    open class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        AppContext.current.perform(on: nil) { completion?(nil) }
    }
    /// Does the same as `deleteAll(completion:)`.
    open class func delete(
        with identifiers: [String], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) { deleteAll(completion: completion) }
    /// Does the same as `deleteAll(completion:)`.
    open class func delete(
        with groupIdentifier: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) { deleteAll(completion: completion) }

    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        AppContext.current.note(.donation)
        AppContext.current.perform(on: nil) { completion?(nil) }
    }
}
