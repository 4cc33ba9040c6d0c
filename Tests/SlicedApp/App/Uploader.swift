import AnalyticsKit
import Foundation

protocol UploaderDelegate: AnyObject {
    func uploader(_ uploader: Uploader, didSend item: Item)
}

struct Item: Codable, Equatable {
    var title: String
    var size = 0
    var secret = Vault.shared.key
}

/// Sends items.
public final class Uploader {
    static let kinds = 2
    weak var delegate: UploaderDelegate?
    var pending: [Item] { store.items }
    private let store = Store()

    init(limit: Int, queue: DispatchQueue = .main) { store.limit = limit }

    /// Sends items, and calls a closure for each.
    func upload(_ items: [Item], done: @escaping (Item) -> Void) { items.forEach(done) }
}
