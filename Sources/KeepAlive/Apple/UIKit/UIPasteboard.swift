import Foundation

/// What was copied, to be inserted elsewhere. Here it is the app's own, for as long as its process lives.
public final class UIPasteboard: NSObject, @unchecked Sendable {
    /// The one that all parts of the app share.
    public class var general: UIPasteboard { AppContext.current.only { UIPasteboard() } }

    private let lock = NSLock()
    private var items: [Any] = []
    private var changes = 0

    override private init() {}

    /// The text.
    public var string: String? {
        get { strings?.first }
        set { set(newValue.map { [$0] } ?? []) }
    }
    /// The texts.
    public var strings: [String]? {
        get { lock.withLock { items.compactMap { $0 as? String } } }
        set { set(newValue ?? []) }
    }
    /// The URL.
    public var url: URL? {
        get { lock.withLock { items.lazy.compactMap { $0 as? URL }.first } }
        set { set(newValue.map { [$0] } ?? []) }
    }
    /// The picture.
    public var image: UIImage? {
        get { lock.withLock { items.lazy.compactMap { $0 as? UIImage }.first } }
        set { set(newValue.map { [$0] } ?? []) }
    }
    /// True if there is a text.
    public var hasStrings: Bool { string != nil }
    /// True if there is a URL.
    public var hasURLs: Bool { url != nil }
    /// True if there is a picture.
    public var hasImages: Bool { image != nil }
    /// How often something was copied.
    public var changeCount: Int { lock.withLock { changes } }

    /// Takes what the user copies of a sheet.
    func copy(_ shared: [Any]) { set(shared) }

    private func set(_ new: [Any]) {
        lock.withLock {
            items = new
            changes += 1
        }
    }
}
