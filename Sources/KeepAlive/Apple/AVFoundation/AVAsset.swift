import Foundation

/// The domain of the errors of AVFoundation.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of AVFoundation.
public struct AVError: Error, CustomNSError, Hashable, Sendable {
    /// What has failed.
    public enum Code: Int, Sendable {
        /// Something.
        case unknown = -11800
        /// It cannot be decoded.
        case decodeFailed = -11821
        /// The file is not what it seems to be, or of a kind that nobody here reads.
        case fileFormatNotRecognized = -11828
        /// The file cannot be opened.
        case contentIsUnavailable = -11863
    }

    /// What has failed.
    public let code: Code
    /// The words for it.
    public let localizedDescription: String

    /// Creates an error.
    public init(_ code: Code, _ description: String = "") {
        self.code = code
        localizedDescription = description
    }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The words.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }
}

/// Where an error is put.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Whether a property of an asset is there.
public enum AVKeyValueStatus: Int, Sendable {
    /// It was not asked for.
    case unknown = 0
    /// It is being read.
    case loading = 1
    /// It is there.
    case loaded = 2
    /// It cannot be read.
    case failed = 3
    /// Nobody waits any more.
    case cancelled = 4
}

/// A word about a sound, such as its title. None is read here.
public final class AVMetadataItem: NSObject, @unchecked Sendable {
    /// What it is about.
    public let commonKey: AVMetadataKey?
    /// The word.
    public let stringValue: String?

    init(commonKey: AVMetadataKey?, stringValue: String?) {
        self.commonKey = commonKey
        self.stringValue = stringValue
        super.init()
    }

    /// The word.
    public var value: (any NSCopying & NSObjectProtocol)? { stringValue.map { NSString(string: $0) } }
    /// The bytes; none here.
    public var dataValue: Data? { nil }

    /// Returns those that are about something.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in item.commonKey.map { "\($0.rawValue)" == "\(key ?? "")" } ?? false }
    }

    /// Returns those that are about something.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in item.commonKey.map { "common/\($0.rawValue)" == identifier.rawValue } ?? false }
    }
}

/// What a word is about, and where that is said.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates an identifier from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "common/title")
    /// The artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "common/artist")
    /// The album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "common/albumName")
    /// The picture.
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "common/artwork")
}

extension AVMetadataItem {
    /// Reads properties, and calls a handler on another thread. All are there.
    public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) { AppContext.current.perform(on: nil) { handler?() } }
    /// Returns `loaded`.
    public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { .loaded }
}

/// Where words about sounds have their names.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a space from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The names that all kinds have.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// Those of ID3.
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")
    /// Those of iTunes.
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
}

/// What a word is about.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The title.
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// The artist.
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// The album.
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// The picture.
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
}

/// A sound.
open class AVAsset: NSObject, @unchecked Sendable {
    let location: URL
    private let lock = NSLock()
    private var found: Result<TimeInterval, any Error>?

    /// Creates an asset of nothing, which cannot be played.
    override public convenience init() { self.init(asset: URL(fileURLWithPath: "/dev/null")) }

    fileprivate init(asset url: URL) {
        location = url
        super.init()
    }

    /// The length; zero if it cannot be read. The first call reads the file.
    open var duration: CMTime { (try? length()).map { CMTime(seconds: $0, preferredTimescale: 44100) } ?? .zero }
    /// True if it can be played. The first call reads the file.
    open var isPlayable: Bool { (try? length()) != nil }
    /// The parts: one of sound, if it can be played. The first call reads the file.
    open var tracks: [AVAssetTrack] {
        guard isPlayable else { return [] }
        return [AVAssetTrack(self, .audio, CMTimeRange(start: .zero, duration: duration))]
    }
    /// Returns the parts of a kind.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }
    /// The words about it; none are read here.
    open var commonMetadata: [AVMetadataItem] { [] }
    /// The words about it; none are read here.
    open var metadata: [AVMetadataItem] { [] }

    /// Reads properties, and calls a handler on another thread.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        let context = AppContext.current
        DispatchQueue.global().async {
            context.inside { _ = self.duration }
            handler?()
        }
    }

    /// Reads properties.
    open func loadValues(forKeys keys: [String]) async {
        await withCheckedContinuation { continuation in
            loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
        }
    }

    /// Reads a property.
    ///
    /// - Throws: ``AVError`` if it is no file, or nobody here reads it.
    open func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
        await loadValues(forKeys: [])
        _ = try length()
        return property.read(self)
    }

    /// Returns whether a property was read.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        switch lock.withLock({ found }) {
        case nil: return .unknown
        case .success: return .loaded
        case .failure(let error):
            outError?.pointee = error as NSError
            return .failed
        }
    }

    /// Returns the length in seconds.
    ///
    /// - Throws: ``AVError`` if it is no file, or nobody here reads it.
    fileprivate func length() throws -> TimeInterval {
        if let found = lock.withLock({ found }) { return try found.get() }
        let result = Result { try Self.player(location).duration }
        lock.withLock { found = result }
        return try result.get()
    }

    /// Returns what plays a file.
    ///
    /// - Throws: ``AVError`` if it is no file, or nobody here reads it.
    static func player(_ url: URL) throws -> AVAudioPlayer {
        guard url.isFileURL else {
            throw AVError(.contentIsUnavailable, "\(url.absoluteString): only files are played here, no streams")
        }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw AVError(.contentIsUnavailable, "\(url.path) cannot be opened")
        }
        do { return try AVAudioPlayer(contentsOf: url) } catch {
            throw AVError(.fileFormatNotRecognized, "\(url.path): \(error.localizedDescription)")
        }
    }
}

/// What makes an asset of a URL: an initializer of a protocol may make an object of a subclass.
public protocol AssetMaking {}

extension AVAsset: AssetMaking {}

extension AssetMaking {
    /// Creates the asset of a file, which is an ``AVURLAsset``.
    public init(url URL: URL) {
        let asset: AVAsset = AVURLAsset(url: URL, options: nil)
        // Only AVAsset adopts the protocol.
        guard let made = asset as? Self else { preconditionFailure("\(Self.self) is no AVAsset") }
        self = made
    }
}

/// The option for a length that is exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The sound of a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The file.
    public var url: URL { location }

    /// Creates the asset of a file.
    ///
    /// - Parameter options: not used here.
    public init(url URL: URL, options: [String: Any]? = nil) { super.init(asset: URL) }

    /// Has an app load what a player cannot; not asked here.
    public let resourceLoader = AVAssetResourceLoader()
}

/// A part of a sound.
open class AVAssetTrack: NSObject, @unchecked Sendable {
    /// The sound that it is part of.
    public private(set) weak var asset: AVAsset?
    /// The kind of the part.
    public let mediaType: AVMediaType
    /// When it is heard.
    public let timeRange: CMTimeRange

    init(_ asset: AVAsset, _ mediaType: AVMediaType, _ timeRange: CMTimeRange) {
        self.asset = asset
        self.mediaType = mediaType
        self.timeRange = timeRange
        super.init()
    }
}

/// The kind of a part of a sound or a film.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
}

/// A property that takes its time to read.
public struct AVAsyncProperty<Root, Value>: Sendable {
    let read: @Sendable (Root) -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
    /// The length.
    public static var duration: AVAsyncProperty { AVAsyncProperty { $0.duration } }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
    /// True if it can be played.
    public static var isPlayable: AVAsyncProperty { AVAsyncProperty { $0.isPlayable } }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVMetadataItem] {
    /// The words about it.
    public static var metadata: AVAsyncProperty { AVAsyncProperty { $0.metadata } }
    /// The words about it.
    public static var commonMetadata: AVAsyncProperty { AVAsyncProperty { $0.commonMetadata } }
}
