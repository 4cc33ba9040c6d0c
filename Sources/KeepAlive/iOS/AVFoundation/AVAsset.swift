import Foundation

public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

public struct AVError: Error, CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case unknown = -11800
        case decodeFailed = -11821
        /// The file's content does not match its extension, or has a format that cannot be decoded.
        case fileFormatNotRecognized = -11828
        case contentIsUnavailable = -11863
    }

    public let code: Code
    public let localizedDescription: String

    public init(_ code: Code, _ description: String = "") {
        self.code = code
        localizedDescription = description
    }

    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }
}

public enum AVKeyValueStatus: Int, Sendable {
    case unknown
    case loading, loaded, failed
    case cancelled = 4
}

/// An item of a sound's metadata, such as the title. Unlike on iOS, no metadata is read.
public final class AVMetadataItem: NSObject, @unchecked Sendable {
    public let commonKey: AVMetadataKey?
    public let stringValue: String?

    init(commonKey: AVMetadataKey?, stringValue: String?) {
        self.commonKey = commonKey
        self.stringValue = stringValue
        super.init()
    }

    public var value: (any NSCopying & NSObjectProtocol)? { stringValue.map { NSString(string: $0) } }
    /// Always `nil`, unlike on iOS.
    public var dataValue: Data? { nil }

    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in item.commonKey.map { "\($0.rawValue)" == "\(key ?? "")" } ?? false }
    }

    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in item.commonKey.map { "common/\($0.rawValue)" == identifier.rawValue } ?? false }
    }
}

public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "common/title")
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "common/artist")
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "common/albumName")
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "common/artwork")
}

extension AVMetadataItem {
    /// Calls the handler on a background queue. Unlike on iOS, all properties are available at once.
    public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) { AppContext.current.perform(on: nil) { handler?() } }
    public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { .loaded }
}

public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let common = AVMetadataKeySpace(rawValue: "comn")
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
}

public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
}

open class AVAsset: NSObject, @unchecked Sendable {
    let location: URL
    private let lock = NSLock()
    private var found: Result<TimeInterval, any Error>?

    override public convenience init() { self.init(asset: URL(fileURLWithPath: "/dev/null")) }

    fileprivate init(asset url: URL) {
        location = url
        super.init()
    }

    open var duration: CMTime { (try? length()).map { CMTime(seconds: $0, preferredTimescale: 44100) } ?? .zero }
    open var isPlayable: Bool { (try? length()) != nil }
    open var tracks: [AVAssetTrack] {
        guard isPlayable else { return [] }
        return [AVAssetTrack(self, .audio, CMTimeRange(start: .zero, duration: duration))]
    }
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }
    /// Always empty, unlike on iOS: no metadata is read.
    open var commonMetadata: [AVMetadataItem] { [] }
    /// Always empty, unlike on iOS: no metadata is read.
    open var metadata: [AVMetadataItem] { [] }

    /// Reads the duration on a background queue, and then calls `handler` there. No other property is read from the
    /// file.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        let context = AppContext.current
        DispatchQueue.global().async {
            context.inside { _ = self.duration }
            handler?()
        }
    }

    open func loadValues(forKeys keys: [String]) async {
        await withCheckedContinuation { continuation in
            loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
        }
    }

    /// Returns a property, after the duration has been read from the file.
    ///
    /// - Throws: ``AVError`` if the asset is not a readable file, or its format cannot be decoded.
    open func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
        await loadValues(forKeys: [])
        _ = try length()
        return property.read(self)
    }

    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        switch lock.withLock({ found }) {
        case nil: return .unknown
        case .success: return .loaded
        case .failure(let error):
            outError?.pointee = error as NSError
            return .failed
        }
    }

    /// Returns the length in seconds, which is read from the file on the first call.
    ///
    /// - Throws: ``AVError`` if the asset is not a readable file, or its format cannot be decoded.
    fileprivate func length() throws -> TimeInterval {
        if let found = lock.withLock({ found }) { return try found.get() }
        let result = Result { try Self.player(location).duration }
        lock.withLock { found = result }
        return try result.get()
    }

    /// Creates a player for a file.
    ///
    /// - Throws: ``AVError`` if the URL is not a readable file, or its format cannot be decoded.
    static func player(_ url: URL) throws -> AVAudioPlayer {
        guard url.isFileURL else {
            throw AVError(
                .contentIsUnavailable, "\(url.absoluteString): only files and what comes over HTTP are played here")
        }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw AVError(.contentIsUnavailable, "\(url.path) cannot be opened")
        }
        do { return try AVAudioPlayer(contentsOf: url) } catch {
            throw AVError(.fileFormatNotRecognized, "\(url.path): \(error.localizedDescription)")
        }
    }
}

public protocol AssetMaking {}

extension AVAsset: AssetMaking {}

extension AssetMaking {
    public init(url URL: URL) {
        let asset: AVAsset = AVURLAsset(url: URL, options: nil)
        // The cast cannot fail, as only `AVAsset` conforms to `AssetMaking`.
        guard let made = asset as? Self else { preconditionFailure("\(Self.self) is no AVAsset") }
        self = made
    }
}

public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

open class AVURLAsset: AVAsset, @unchecked Sendable {
    public var url: URL { location }

    /// Creates an asset for a file.
    ///
    /// - Parameter options: ignored.
    public init(url URL: URL, options: [String: Any]? = nil) { super.init(asset: URL) }

    /// The resource loader; without effect, unlike on iOS: its delegate is never called.
    public let resourceLoader = AVAssetResourceLoader()
}

open class AVAssetTrack: NSObject, @unchecked Sendable {
    public private(set) weak var asset: AVAsset?
    public let mediaType: AVMediaType
    public let timeRange: CMTimeRange

    init(_ asset: AVAsset, _ mediaType: AVMediaType, _ timeRange: CMTimeRange) {
        self.asset = asset
        self.mediaType = mediaType
        self.timeRange = timeRange
        super.init()
    }
}

public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let audio = AVMediaType(rawValue: "soun")
    public static let video = AVMediaType(rawValue: "vide")
}

public struct AVAsyncProperty<Root, Value>: Sendable {
    let read: @Sendable (Root) -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
    public static var duration: AVAsyncProperty { AVAsyncProperty { $0.duration } }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
    public static var isPlayable: AVAsyncProperty { AVAsyncProperty { $0.isPlayable } }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVMetadataItem] {
    public static var metadata: AVAsyncProperty { AVAsyncProperty { $0.metadata } }
    public static var commonMetadata: AVAsyncProperty { AVAsyncProperty { $0.commonMetadata } }
}
