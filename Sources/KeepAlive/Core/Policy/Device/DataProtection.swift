/// The keychain of the app, and the state of the device's data protection keys. Both outlive the app's processes.
struct DataProtection: Sendable, Hashable {
    /// The time at which the device was locked; `nil` while it is unlocked, or if it was locked from the start (DP-02).
    var lockedSince: MonotonicInstant?
    /// The availability of protected data at the last notice to the app's process; `nil` while no process runs.
    var toldAvailable: Bool?
    /// The keychain items, in the order in which they were added.
    private(set) var items: [KeychainItem] = []
    /// The items that the last search of the app found.
    var found: [KeychainItem] = []

    // MARK: The keychain

    /// A function that returns true if the class key of an item is available.
    typealias Access = (KeychainItem.Accessibility) -> Bool

    /// Adds an item to the keychain.
    ///
    /// - Throws: ``ServiceError`` if the item needs a missing passcode, its class key is not available, the same item
    ///   exists, or the keychain is full.
    mutating func add(_ item: KeychainItem, hasPasscode: Bool, _ isOpen: Access) throws(ServiceError) {
        guard hasPasscode || item.accessibility != .whenPasscodeSetThisDeviceOnly else { throw .keychainNeedsPasscode }
        guard isOpen(item.accessibility) else { throw .keychainLocked }
        guard !items.contains(where: item.isSame) else { throw .keychainHasItem }
        guard items.reduce(item.size, { $0 + $1.size }) <= KeychainItem.bytesMax else { throw .keychainFull }
        var item = item
        item.number = (items.map(\.number).max() ?? 0) + 1
        items.append(item)
    }

    /// Searches the keychain. DP-03: if one found item cannot be decrypted, the whole search fails.
    ///
    /// - Throws: ``ServiceError`` if the query has no class, no item matches, or a class key is not available.
    mutating func search(_ query: KeychainQuery, _ isOpen: Access) throws(ServiceError) {
        found = []
        let matches = try matches(of: query)
        let wanted = query.all ? matches[...] : matches.prefix(1)
        guard wanted.allSatisfy({ isOpen(items[$0].accessibility) }) else { throw .keychainLocked }
        found = wanted.map { items[$0] }
    }

    /// Changes the items that match a query.
    ///
    /// - Throws: ``ServiceError`` for the reasons of ``search(_:_:)`` and of ``add(_:hasPasscode:_:)``. Then no item is
    ///   changed.
    mutating func update(
        _ query: KeychainQuery, _ update: KeychainUpdate, hasPasscode: Bool, _ isOpen: Access
    ) throws(ServiceError) {
        guard hasPasscode || update.accessibility != .whenPasscodeSetThisDeviceOnly else {
            throw .keychainNeedsPasscode
        }
        let matches = try matches(of: query)
        var changed = items
        for index in matches {
            guard isOpen(items[index].accessibility) else { throw .keychainLocked }
            changed[index] = update.applied(to: items[index])
            guard isOpen(changed[index].accessibility) else { throw .keychainLocked }
            let others = changed.enumerated().filter { $0.offset != index }
            guard !others.contains(where: { changed[index].isSame(as: $0.element) }) else { throw .keychainHasItem }
        }
        guard changed.reduce(0, { $0 + $1.size }) <= KeychainItem.bytesMax else { throw .keychainFull }
        items = changed
    }

    /// Deletes the items that match a query. DP-07: nothing is decrypted, so no key is needed.
    ///
    /// - Throws: ``ServiceError`` if the query has no class, or no item matches.
    mutating func delete(_ query: KeychainQuery) throws(ServiceError) {
        let gone = Set(try matches(of: query))
        items = items.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    }

    /// Adds the items that the app's container has stored, with their numbers. Items that ``add(_:hasPasscode:_:)``
    /// refuses are left out.
    mutating func restore(_ kept: [KeychainItem]) {
        for item in kept where (try? add(item, hasPasscode: true) { _ in true }) != nil {
            items[items.count - 1].number = item.number
        }
    }

    /// DP-04: deletes the items that need a passcode, because the passcode was removed.
    mutating func passcodeRemoved() { items.removeAll { $0.accessibility == .whenPasscodeSetThisDeviceOnly } }

    private func matches(of query: KeychainQuery) throws(ServiceError) -> [Int] {
        guard query.kind != nil else { throw .keychainParameter }
        let found = items.indices.filter { query.matches(items[$0]) }
        guard !found.isEmpty else { throw .keychainItemNotFound }
        return found
    }
}
