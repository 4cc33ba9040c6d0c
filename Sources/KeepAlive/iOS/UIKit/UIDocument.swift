import Foundation

/// A file that an app shows and changes. Files are read and written off the main thread. Changes are saved when the
/// document is closed, and when the app enters the background: a background task then lasts until the document is saved
/// (BT-01).
///
/// Unlike on iOS, changes are not saved periodically, as Apple does not state the interval. The contents are always
/// `Data`.
@preconcurrency @MainActor
open class UIDocument: NSObject {
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let normal: State = []
        public static let closed = State(rawValue: 1 << 0)
        /// Never set, unlike on iOS.
        public static let inConflict = State(rawValue: 1 << 1)
        public static let savingError = State(rawValue: 1 << 2)
        public static let editingDisabled = State(rawValue: 1 << 3)
        /// Never set, unlike on iOS.
        public static let progressAvailable = State(rawValue: 1 << 4)
    }

    public enum ChangeKind: Int, Sendable {
        case done, undone, redone, cleared
    }

    public enum SaveOperation: Int, Sendable {
        case forCreating, forOverwriting
    }

    public nonisolated static let stateChangedNotification = Notification.Name("UIDocumentStateChangedNotification")

    public private(set) var fileURL: URL
    public private(set) var documentState: State = .closed {
        didSet {
            guard documentState != oldValue else { return }
            NotificationCenter.default.post(name: Self.stateChangedNotification, object: self)
        }
    }
    /// True if there are unsaved changes. A subclass may override this property in place of calling
    /// `updateChangeCount(_:)`.
    open var hasUnsavedChanges: Bool { changes != saved }
    open var fileModificationDate: Date?
    /// The number of changes, minus the number of undone changes.
    private var changes = 0
    /// The value of `changes` at the last save or load.
    private var saved = 0
    /// The number of changes that came after an undo. Such a change discards the undone changes: before and after it,
    /// the same value of `changes` stands for different contents.
    private var branch = 0
    private var hasUndone = false
    /// The number of reads and closings. A read is discarded if a later read or closing has begun before it ends.
    private var access = 0
    /// The serial queue of all reads and writes: the last save is also the last write.
    private let queue = DispatchQueue(label: "UIDocument")
    private let context: AppContext
    private var observer: (any NSObjectProtocol)?

    public init(fileURL url: URL) {
        fileURL = url
        context = .current
        super.init()
        observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: UIApplication.of(context), queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.leaveScreen() }
        }
    }

    isolated deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    open var localizedName: String { fileURL.deletingPathExtension().lastPathComponent }
    open var fileType: String? { UTType(filenameExtension: fileURL.pathExtension)?.identifier }
    open var savingFileType: String? { fileType }

    // MARK: Methods that a subclass overrides

    /// Returns the contents to write, as `Data`.
    ///
    /// - Throws: an error of the app: the document is then not saved.
    open func contents(forType typeName: String) throws -> Any { Data() }
    /// Takes the contents that were read, as `Data`.
    ///
    /// - Throws: an error of the app: the document is then not opened.
    open func load(fromContents contents: Any, ofType typeName: String?) throws {}
    open func handleError(_ error: any Error, userInteractionPermitted: Bool) {
        context.note("the document \(fileURL.lastPathComponent): \(error.localizedDescription)")
        finishedHandlingError(error, recovered: false)
    }
    open func finishedHandlingError(_ error: any Error, recovered: Bool) {}
    open func disableEditing() {}
    open func enableEditing() {}

    // MARK: Reading and writing

    /// Reads the file, and then calls the handler on the main thread: with true if the document is open.
    open func open(completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil) {
        load(from: fileURL) { completionHandler?($0) }
    }

    /// Reads the file.
    ///
    /// - Returns: true if the document is now open.
    public func open() async -> Bool {
        await withCheckedContinuation { result in open { result.resume(returning: $0) } }
    }

    open func revert(toContentsOf url: URL, completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil) {
        load(from: url) { completionHandler?($0) }
    }

    private func load(from url: URL, then done: @escaping @MainActor @Sendable (Bool) -> Void) {
        let context = context
        access += 1
        let access = access
        context.perform(on: queue) { @Sendable in
            let read = Result { try Data(contentsOf: url) }
            let changed = Self.modificationDate(of: url)
            context.main {
                MainActor.assumeIsolated {
                    // The document was closed or read again in the meantime, so the data are out of date.
                    guard self.access == access else { return done(false) }
                    do {
                        try self.load(fromContents: read.get(), ofType: self.fileType)
                        self.saved = self.changes
                        self.fileModificationDate = changed
                        self.documentState = .normal
                        done(true)
                    } catch {
                        self.handleError(error, userInteractionPermitted: true)
                        done(false)
                    }
                }
            }
        }
    }

    /// Writes the file, and then calls the handler on the main thread: with true if the document is saved. If writing
    /// fails, an existing file stays as it is.
    open func save(
        to url: URL, for saveOperation: SaveOperation,
        completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let written: Data
        do {
            let contents = try contents(forType: savingFileType ?? "public.data")
            guard let data = contents as? Data else { throw CocoaError(.fileWriteUnknown) }
            written = data
        } catch {
            return failed(error, completionHandler)
        }
        let (count, branch) = (changes, branch)
        let context = context
        context.perform(on: queue) { @Sendable in
            let result = Result { try written.write(to: url, options: .atomic) }
            let changed = Self.modificationDate(of: url)
            context.main {
                MainActor.assumeIsolated {
                    do {
                        try result.get()
                        // Only the changes made before this save are saved now; later changes are not.
                        self.saved = self.branch == branch ? count : .min
                        self.fileURL = url
                        self.fileModificationDate = changed
                        self.documentState.remove(.savingError)
                        if saveOperation == .forCreating { self.documentState.remove(.closed) }
                        completionHandler?(true)
                    } catch {
                        self.failed(error, completionHandler)
                    }
                }
            }
        }
    }

    /// Writes the file.
    ///
    /// - Returns: true if the document is now saved.
    public func save(to url: URL, for saveOperation: SaveOperation) async -> Bool {
        await withCheckedContinuation { result in
            save(to: url, for: saveOperation) { result.resume(returning: $0) }
        }
    }

    private func failed(_ error: any Error, _ done: (@MainActor @Sendable (Bool) -> Void)?) {
        documentState.insert(.savingError)
        handleError(error, userInteractionPermitted: true)
        done?(false)
    }

    open func autosave(completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil) {
        guard hasUnsavedChanges, !documentState.contains(.closed) else {
            completionHandler?(true)
            return
        }
        save(to: fileURL, for: .forOverwriting, completionHandler: completionHandler)
    }

    open func close(completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil) {
        access += 1
        autosave { [weak self] isSaved in
            self?.documentState.insert(.closed)
            completionHandler?(isSaved)
        }
    }

    /// Saves the changes, and closes the document.
    ///
    /// - Returns: true if all changes are saved.
    public func close() async -> Bool {
        await withCheckedContinuation { result in close { result.resume(returning: $0) } }
    }

    open func updateChangeCount(_ change: ChangeKind) {
        switch change {
        case .done:
            if hasUndone {
                branch += 1
                if saved > changes { saved = .min }
            }
            changes += 1
            hasUndone = false
        case .redone: changes += 1
        case .undone:
            changes -= 1
            hasUndone = true
        case .cleared: saved = changes
        }
    }

    private func leaveScreen() {
        guard hasUnsavedChanges, !documentState.contains(.closed) else { return }
        let application = UIApplication.of(context)
        let task = application.beginBackgroundTask(withName: "saves \(fileURL.lastPathComponent)")
        autosave { _ in application.endBackgroundTask(task) }
    }

    private nonisolated static func modificationDate(of url: URL) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
    }
}
