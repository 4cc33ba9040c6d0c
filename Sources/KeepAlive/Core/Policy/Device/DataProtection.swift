/// The keychain, and the keys of data protection that the device has in memory. They belong to the device: an app's processes
/// come and go.
struct DataProtection: Sendable, Hashable {
    /// The time at which the device was locked; `nil` while it is not, or was locked from the start (DP-02).
    var lockedSince: MonotonicInstant?
    /// The state that a process of the app was told last; `nil` as long as none runs.
    var toldAvailable: Bool?
    /// In the order in which they were added.
    private(set) var items: [KeychainItem] = []
    /// The items that the last search of the app found.
    var found: [KeychainItem] = []

    // MARK: The keychain

    /// Whether the class key of an item is at hand.
    typealias Access = (KeychainItem.Accessibility) -> Bool

    /// - Throws: ``ServiceError``.
    mutating func add(_ item: KeychainItem, hasPasscode: Bool, _ isOpen: Access) throws(ServiceError) {
        guard hasPasscode || item.accessibility != .whenPasscodeSetThisDeviceOnly else { throw .keychainNeedsPasscode }
        guard isOpen(item.accessibility) else { throw .keychainLocked }
        guard !items.contains(where: item.isSame) else { throw .keychainHasItem }
        guard items.reduce(item.size, { $0 + $1.size }) <= KeychainItem.bytesMax else { throw .keychainFull }
        var item = item
        item.number = (items.map(\.number).max() ?? 0) + 1
        items.append(item)
    }

    /// DP-03: one item that cannot be decrypted makes the search fail as a whole.
    ///
    /// - Throws: ``ServiceError``.
    mutating func search(_ query: KeychainQuery, _ isOpen: Access) throws(ServiceError) {
        found = []
        let matches = try matches(of: query)
        let wanted = query.all ? matches[...] : matches.prefix(1)
        guard wanted.allSatisfy({ isOpen(items[$0].accessibility) }) else { throw .keychainLocked }
        found = wanted.map { items[$0] }
    }

    /// - Throws: ``ServiceError``.
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

    /// DP-07: deleting decrypts nothing, so it needs no key.
    ///
    /// - Throws: ``ServiceError``.
    mutating func delete(_ query: KeychainQuery) throws(ServiceError) {
        let gone = Set(try matches(of: query))
        items = items.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    }

    /// Takes what the container has kept, with its numbers; what the app could not have added is left out.
    mutating func restore(_ kept: [KeychainItem]) {
        for item in kept where (try? add(item, hasPasscode: true) { _ in true }) != nil {
            items[items.count - 1].number = item.number
        }
    }

    /// DP-04: without a passcode, what needs one is gone for good.
    mutating func passcodeRemoved() { items.removeAll { $0.accessibility == .whenPasscodeSetThisDeviceOnly } }

    private func matches(of query: KeychainQuery) throws(ServiceError) -> [Int] {
        guard query.kind != nil else { throw .keychainParameter }
        let found = items.indices.filter { query.matches(items[$0]) }
        guard !found.isEmpty else { throw .keychainItemNotFound }
        return found
    }
}
