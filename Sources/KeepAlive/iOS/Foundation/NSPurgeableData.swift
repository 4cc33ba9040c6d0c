import Foundation

/// Data whose content may be discarded while nobody accesses it: when the system sends the app a memory warning.
open class NSPurgeableData: NSMutableData {
    private struct Reference: @unchecked Sendable {
        weak var data: NSPurgeableData?
    }

    private let storage: NSMutableData
    private var readers = 1
    private var isDiscarded = false
    private var token: (any NSObjectProtocol)?
    private let lock = NSLock()

    public override init() {
        storage = NSMutableData()
        super.init()
        watch()
    }

    public override init(data: Data) {
        storage = NSMutableData(data: data)
        super.init()
        watch()
    }

    /// Creates empty data; unlike on iOS, the archive is not read.
    public required init?(coder: NSCoder) {
        storage = NSMutableData()
        super.init()
        watch()
    }

    override open var length: Int {
        get { storage.length }
        set { storage.length = newValue }
    }
    override open var bytes: UnsafeRawPointer { storage.bytes }
    override open var mutableBytes: UnsafeMutableRawPointer { storage.mutableBytes }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }

    private func watch() {
        let reference = Reference(data: self)
        token = NotificationCenter.default.addObserver(
            forName: .applicationDidReceiveMemoryWarning, object: nil, queue: nil
        ) { _ in
            reference.data?.discardContentIfPossible()
        }
    }

    /// Begins an access, during which the content is not discarded.
    ///
    /// - Returns: false if the content has already been discarded.
    open func beginContentAccess() -> Bool {
        lock.withLock {
            if !isDiscarded { readers += 1 }
            return !isDiscarded
        }
    }

    open func endContentAccess() { lock.withLock { readers -= readers > 0 ? 1 : 0 } }

    open func discardContentIfPossible() {
        lock.withLock {
            guard readers == 0 else { return }
            isDiscarded = true
            length = 0
        }
    }

    open func isContentDiscarded() -> Bool { lock.withLock { isDiscarded } }
}
