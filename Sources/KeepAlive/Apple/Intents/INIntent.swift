import Foundation

/// What the user has asked Siri for. Nobody asks here.
open class INIntent: NSObject, @unchecked Sendable {
    /// The words to say.
    open var suggestedInvocationPhrase: String?
    /// The name of its kind.
    open var identifier: String?
}

/// What an app answers.
open class INIntentResponse: NSObject, @unchecked Sendable {
    /// What the user was doing.
    open var userActivity: NSUserActivity?
}

/// A thing to play.
open class INMediaItem: NSObject, @unchecked Sendable {
    /// Its name for the app.
    public let identifier: String?
    /// The title.
    public let title: String?

    /// Creates a thing to play.
    public init(identifier: String?, title: String?, type: INMediaItemType = .unknown, artwork: INImage? = nil) {
        self.identifier = identifier
        self.title = title
        super.init()
    }
}

/// The kind of a thing to play.
public enum INMediaItemType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// A song.
    case song = 1
    /// A book.
    case audioBook = 10
    /// An episode of a podcast.
    case podcastEpisode = 7
}

/// A picture.
open class INImage: NSObject, @unchecked Sendable {
    /// Creates a picture of a file.
    public init(url: URL) { super.init() }
    /// Creates a picture of data.
    public init(imageData: Data) { super.init() }
}

/// The user wants to hear something.
open class INPlayMediaIntent: INIntent, @unchecked Sendable {
    /// What.
    public let mediaItems: [INMediaItem]?
    /// Where it is.
    public let mediaContainer: INMediaItem?
    /// How fast.
    public let playbackSpeed: Double?

    /// Creates an intent.
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

/// What comes of it.
public enum INPlayMediaIntentResponseCode: Int, Sendable {
    /// Nothing was said.
    case unspecified = 0
    /// It can be done.
    case ready = 1
    /// The app is opened for it.
    case continueInApp = 2
    /// It is done.
    case success = 4
    /// The app plays in the background.
    case handleInApp = 5
    /// It has failed.
    case failure = 6
}

/// The answer.
open class INPlayMediaIntentResponse: INIntentResponse, @unchecked Sendable {
    /// What comes of it.
    public let code: INPlayMediaIntentResponseCode

    /// Creates an answer.
    public init(code: INPlayMediaIntentResponseCode, userActivity: NSUserActivity?) {
        self.code = code
        super.init()
        self.userActivity = userActivity
    }
}

/// The user wants to keep something.
open class INAddMediaIntent: INIntent, @unchecked Sendable {}

/// An app that handles the wish to hear something.
public protocol INPlayMediaIntentHandling: AnyObject {
    /// Does it.
    func handle(intent: INPlayMediaIntent, completion: @escaping @Sendable (INPlayMediaIntentResponse) -> Void)
}

/// Something that the user did, told to the system to be offered again; nothing is offered here.
open class INInteraction: NSObject, @unchecked Sendable {
    /// What was asked for.
    public let intent: INIntent
    /// A name of its own.
    open var identifier = UUID().uuidString
    /// A name of its group.
    open var groupIdentifier: String?

    /// Creates an interaction.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        super.init()
    }

    /// Takes back what was told: nothing is kept.
    open class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        AppContext.current.perform(on: nil) { completion?(nil) }
    }
    /// Takes back what was told under names: nothing is kept.
    open class func delete(
        with identifiers: [String], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) { deleteAll(completion: completion) }
    /// Takes back what was told of a group: nothing is kept.
    open class func delete(
        with groupIdentifier: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) { deleteAll(completion: completion) }

    /// Tells the system; it takes it, and nothing comes of it.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        AppContext.current.note(.donation)
        AppContext.current.perform(on: nil) { completion?(nil) }
    }
}
