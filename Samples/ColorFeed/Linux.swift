import Foundation
import KeepAlive

// Stand-ins for Core Data: a store in memory, as far as the sample asks for one. Its screen is left out.

final class FeedTableViewController: UITableViewController {
    var server: Server!
}

open class ValueTransformer: NSObject {
    static func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {}
    open class func transformedValueClass() -> AnyClass { NSObject.self }
}
struct NSValueTransformerName { let rawValue: String }
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    override open class func transformedValueClass() -> AnyClass { NSObject.self }
}

/// `timestamp < %@` is the only condition of the sample.
final class NSPredicate {
    let date: NSDate

    init(format: String, _ date: NSDate) {
        precondition(format == "timestamp < %@")
        self.date = date
    }
}

struct NSSortDescriptor {
    let ascending: Bool

    init(key: String, ascending: Bool) {
        precondition(key == "timestamp")
        self.ascending = ascending
    }
}

class NSManagedObject: NSObject {}
protocol NSFetchRequestResult {}
final class NSFetchRequest<Result> {
    var sortDescriptors: [NSSortDescriptor]?
    var predicate: NSPredicate?
    var fetchLimit = 0
}

final class FeedEntry: NSManagedObject, NSFetchRequestResult {
    var timestamp: Date?
    var firstColor: Color?
    var secondColor: Color?
    var gradientDirection = 0.0

    init(context: NSManagedObjectContext) {
        super.init()
        context.insert(self)
    }

    static func fetchRequest() -> NSFetchRequest<FeedEntry> { NSFetchRequest() }
    static func fetchRequest() -> NSFetchRequest<NSFetchRequestResult> { NSFetchRequest() }
}

let NSDeletedObjectsKey = "deleted"
final class NSBatchDeleteRequest {
    enum ResultType { case resultTypeObjectIDs }
    var resultType = ResultType.resultTypeObjectIDs
    init(fetchRequest: NSFetchRequest<NSFetchRequestResult>) {}
}
final class NSBatchDeleteResult { let result: Any? = nil }
enum NSMergePolicyType { case mergeByPropertyStoreTrumpMergePolicyType }
struct NSMergePolicy { init(merge: NSMergePolicyType) {} }

/// What is saved, for all contexts of a container.
final class Store: @unchecked Sendable {
    private let lock = NSLock()
    private var saved: [FeedEntry] = []

    var entries: [FeedEntry] {
        get { lock.withLock { saved } }
        set { lock.withLock { saved = newValue } }
    }
}

final class NSManagedObjectContext: NSObject, @unchecked Sendable {
    var automaticallyMergesChangesFromParent = false
    var mergePolicy: NSMergePolicy?
    private let store: Store
    private let queue = DispatchQueue(label: "context")
    private var inserted: [FeedEntry] = []
    private var deleted: [FeedEntry] = []

    init(_ store: Store) { self.store = store }

    func insert(_ entry: FeedEntry) { inserted.append(entry) }
    func delete(_ entry: FeedEntry) { deleted.append(entry) }
    func perform(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        queue.async { body() }
    }
    func performAndWait(_ body: () -> Void) { queue.sync(execute: body) }

    func save() throws {
        store.entries = (store.entries + inserted).filter { entry in !deleted.contains { $0 === entry } }
        (inserted, deleted) = ([], [])
    }

    func fetch(_ request: NSFetchRequest<FeedEntry>) throws -> [FeedEntry] {
        var found = store.entries
        if let date = request.predicate?.date { found = found.filter { $0.timestamp! < date as Date } }
        if let order = request.sortDescriptors?.first {
            found.sort { order.ascending ? $0.timestamp! < $1.timestamp! : $0.timestamp! > $1.timestamp! }
        }
        return request.fetchLimit > 0 ? Array(found.prefix(request.fetchLimit)) : found
    }

    func count(for request: NSFetchRequest<NSFetchRequestResult>) throws -> Int { store.entries.count }
    func execute(_ request: NSBatchDeleteRequest) throws -> Any {
        store.entries = []
        return NSBatchDeleteResult()
    }
    static func mergeChanges(fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]) {}
}

class NSPersistentContainer: NSObject, @unchecked Sendable {
    struct Description { let url: URL? = nil }

    let store = Store()
    let viewContext: NSManagedObjectContext

    init(name: String) { viewContext = NSManagedObjectContext(store) }

    func loadPersistentStores(completionHandler: (Description, Error?) -> Void) { completionHandler(Description(), nil) }
    func newBackgroundContext() -> NSManagedObjectContext { NSManagedObjectContext(store) }
}
