import Foundation

/// An object that iOS calls when another process uses the object's file. Never called in this reproduction: no other
/// app can use the app's files.
public protocol NSFilePresenter: NSObjectProtocol {
    var presentedItemURL: URL? { get }
    var presentedItemOperationQueue: OperationQueue { get }
    func presentedItemDidChange()
    func presentedSubitemDidChange(at url: URL)
}

extension NSFilePresenter {
    public func presentedItemDidChange() {}
    public func presentedSubitemDidChange(at url: URL) {}
}

/// Coordinates file accesses: a reader waits for writers of the same file, a writer for readers and writers. Only the
/// app's own threads are coordinated, as no other app can use the app's files.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let withoutChanges = ReadingOptions(rawValue: 1 << 0)
        public static let resolvesSymbolicLink = ReadingOptions(rawValue: 1 << 1)
        public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 1 << 2)
        public static let forUploading = ReadingOptions(rawValue: 1 << 3)
    }

    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let forDeleting = WritingOptions(rawValue: 1 << 0)
        public static let forMoving = WritingOptions(rawValue: 1 << 1)
        public static let forMerging = WritingOptions(rawValue: 1 << 2)
        public static let forReplacing = WritingOptions(rawValue: 1 << 3)
    }

    private static let access = FileAccess()
    private static let presenters = NSHashTable<NSObject>.weakObjects()

    /// Creates a coordinator.
    ///
    /// - Parameter filePresenter: ignored, unlike on iOS.
    public init(filePresenter: (any NSFilePresenter)? = nil) { super.init() }

    /// Adds a presenter to `filePresenters`. Its methods are never called, unlike on iOS.
    open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
        if let object = filePresenter as? NSObject { presenters.add(object) }
    }
    open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
        if let object = filePresenter as? NSObject { presenters.remove(object) }
    }
    open class var filePresenters: [any NSFilePresenter] {
        presenters.allObjects.compactMap { $0 as? any NSFilePresenter }
    }

    open func coordinate(
        readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
        byAccessor reader: (URL) -> Void
    ) { Self.access.use(reading: [url], writing: []) { reader(url) } }
    open func coordinate(
        writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
        byAccessor writer: (URL) -> Void
    ) { Self.access.use(reading: [], writing: [url]) { writer(url) } }
    open func coordinate(
        readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [], writingItemAt writingURL: URL,
        options writingOptions: WritingOptions = [], error outError: NSErrorPointer,
        byAccessor readerWriter: (URL, URL) -> Void
    ) { Self.access.use(reading: [readingURL], writing: [writingURL]) { readerWriter(readingURL, writingURL) } }
    open func coordinate(
        writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
        options options2: WritingOptions = [], error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
    ) { Self.access.use(reading: [], writing: [url1, url2]) { writer(url1, url2) } }
    /// Has no effect, unlike on iOS: a waiting access is not cancelled.
    open func cancel() {}
    /// Has no effect, unlike on iOS: file presenters are never called.
    open func item(at oldURL: URL, didMoveTo newURL: URL) {}
}

/// Tracks which thread reads or writes which file. A thread never waits for its own accesses.
private final class FileAccess: @unchecked Sendable {
    private struct Use {
        let thread: ObjectIdentifier
        let path: String
        let writes: Bool
    }

    private let condition = NSCondition()
    private var uses: [Use] = []

    func use(reading: [URL], writing: [URL], _ body: () -> Void) {
        let thread = ObjectIdentifier(Thread.current)
        let wanted =
            reading.map { Use(thread: thread, path: $0.standardizedFileURL.path, writes: false) }
            + writing.map { Use(thread: thread, path: $0.standardizedFileURL.path, writes: true) }
        condition.lock()
        while uses.contains(where: { use in
            use.thread != thread && wanted.contains { $0.path == use.path && ($0.writes || use.writes) }
        }) { condition.wait() }
        uses += wanted
        condition.unlock()
        body()
        condition.lock()
        for use in wanted {
            if let index = uses.lastIndex(where: {
                $0.thread == thread && $0.path == use.path && $0.writes == use.writes
            }) {
                uses.remove(at: index)
            }
        }
        condition.broadcast()
        condition.unlock()
    }
}
