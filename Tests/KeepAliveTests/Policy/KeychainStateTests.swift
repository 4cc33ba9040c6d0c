import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// The keychain, and when its key is dropped. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct KeychainStateTests {
    private static func item(
        _ account: String, bytes: Int = 1, _ accessibility: KeychainItem.Accessibility = .whenUnlocked
    ) -> KeychainItem {
        KeychainItem(
            attributes: ["account": .string(account)], accessibility: accessibility,
            value: String(repeating: "x", count: bytes))
    }

    private static func query(_ account: String) -> KeychainQuery {
        KeychainQuery(attributes: ["account": .string(account)])
    }

    @Test("DP-05: a keychain takes items up to its limit, to the byte, and numbers them")
    func keychainLimit() throws {
        var keychain = DataProtection()
        let rest = KeychainItem.bytesMax - Self.item("a", bytes: 0).size
        try keychain.add(Self.item("a", bytes: rest), hasPasscode: true) { _ in true }
        #expect(throws: ServiceError.keychainFull) {
            try keychain.add(Self.item("b", bytes: 0), hasPasscode: true) { _ in true }
        }
        try keychain.update(Self.query("a"), KeychainUpdate(value: "y"), hasPasscode: true) { _ in true }
        let full = KeychainUpdate(value: String(repeating: "y", count: rest))
        try keychain.update(Self.query("a"), full, hasPasscode: true) { _ in true }
        #expect(throws: ServiceError.keychainFull) {
            let more = KeychainUpdate(value: String(repeating: "y", count: rest + 1))
            try keychain.update(Self.query("a"), more, hasPasscode: true) { _ in true }
        }
        try keychain.delete(Self.query("a"))
        for name in ["c", "d"] { try keychain.add(Self.item(name), hasPasscode: true) { _ in true } }
        #expect(keychain.items.map(\.number) == [1, 2])
        try keychain.delete(Self.query("c"))
        try keychain.add(Self.item("e"), hasPasscode: true) { _ in true }
        #expect(keychain.items.map(\.number) == [2, 3])
    }

    @Test("DP-03: a search that fails leaves nothing found")
    func keychainSearch() throws {
        var keychain = DataProtection()
        try keychain.add(Self.item("a"), hasPasscode: true) { _ in true }
        try keychain.search(Self.query("a")) { _ in true }
        #expect(keychain.found.count == 1)
        #expect(throws: ServiceError.keychainItemNotFound) { try keychain.search(Self.query("b")) { _ in true } }
        #expect(keychain.found.isEmpty)
    }

    @Test("DP-04: an item moves to the class that needs a passcode only where there is one")
    func keychainPasscode() throws {
        var keychain = DataProtection()
        try keychain.add(Self.item("a"), hasPasscode: false) { _ in true }
        try keychain.update(Self.query("a"), KeychainUpdate(value: "y"), hasPasscode: false) { _ in true }
        let update = KeychainUpdate(accessibility: .whenPasscodeSetThisDeviceOnly)
        #expect(throws: ServiceError.keychainNeedsPasscode) {
            try keychain.update(Self.query("a"), update, hasPasscode: false) { _ in true }
        }
        try keychain.update(Self.query("a"), update, hasPasscode: true) { _ in true }
        #expect(keychain.items.map(\.accessibility) == [.whenPasscodeSetThisDeviceOnly])
    }

    @Test("DP-05: items of the container come back with their numbers, but for those that could not have been added")
    func keychainRestored() {
        var kept = ["a", "b", "a"].map { Self.item($0) }
        for (place, number) in [7, 9, 11].enumerated() { kept[place].number = number }
        var device = TestDevice.launched()
        var machine = device.machine
        machine.restoreKeychain(kept)
        #expect(machine.keychainItems.map(\.number) == [7, 9])
        device.happen(.keychain(.added(Self.item("c"))))
        #expect(device.machine.keychainItems.map(\.number) == [1])
    }

    @Test("DP-02: the drop of the key is awaited up to the instant at which it has happened")
    func keyDropAwaited() {
        var device = TestDevice.launched()
        device.happen(.device(.passcode(true)))
        device.happen(.device(.locked(true)))
        #expect(device.machine.deadlines[.protectedData] != nil)
        var machine = device.machine
        machine.now = device.now + machine.profile.fileProtectionDelay
        machine.watchProtection()
        #expect(machine.deadlines[.protectedData] == nil)
    }
}
