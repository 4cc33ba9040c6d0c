import Foundation

/// The pasteboard. Unlike on iOS, it belongs to one app, and lasts as long as the app's process.
public final class UIPasteboard: NSObject, @unchecked Sendable {
    public class var general: UIPasteboard { AppContext.current.only { UIPasteboard() } }

    private let lock = NSLock()
    private var items: [Any] = []
    private var changes = 0

    override private init() {}

    public var string: String? {
        get { strings?.first }
        set { set(newValue.map { [$0] } ?? []) }
    }
    public var strings: [String]? {
        get { lock.withLock { items.compactMap { $0 as? String } } }
        set { set(newValue ?? []) }
    }
    public var url: URL? {
        get { lock.withLock { items.lazy.compactMap { $0 as? URL }.first } }
        set { set(newValue.map { [$0] } ?? []) }
    }
    public var image: UIImage? {
        get { lock.withLock { items.lazy.compactMap { $0 as? UIImage }.first } }
        set { set(newValue.map { [$0] } ?? []) }
    }
    public var hasStrings: Bool { string != nil }
    public var hasURLs: Bool { url != nil }
    public var hasImages: Bool { image != nil }
    public var changeCount: Int { lock.withLock { changes } }

    /// Stores the items for which the user has chosen Copy in an activity sheet.
    func copy(_ shared: [Any]) { set(shared) }

    private func set(_ new: [Any]) {
        lock.withLock {
            items = new
            changes += 1
        }
    }
}
