/// Decisions about the keychain and protected files while the device is locked (DP rules).
extension PolicyMachine {
    /// Returns true if files and keychain items of a class can be decrypted now (DP-01, DP-06). Always true on a device
    /// without a passcode.
    package func canDecrypt(_ protection: ProtectionClass) -> Bool {
        guard conditions.hasPasscode else { return true }
        return switch protection {
        case .none: true
        case .completeUntilFirstUserAuthentication: conditions.unlockedSinceBoot
        case .complete, .completeUnlessOpen: conditions.unlockedSinceBoot && !completeKeyIsGone
        }
    }

    /// DP-02: true if the key of the class `complete` was discarded, some time after the screen lock.
    private var completeKeyIsGone: Bool {
        guard conditions.locked else { return false }
        return protection.lockedSince.map { now - $0 >= profile.fileProtectionDelay } ?? true
    }

    /// The value of `UIApplication.isProtectedDataAvailable` (DP-02).
    package var isProtectedDataAvailable: Bool { canDecrypt(.complete) }

    /// The items that the app's last search of the keychain found.
    package var keychainItemsFound: [KeychainItem] { protection.found }

    /// All items of the app's keychain.
    package var keychainItems: [KeychainItem] { protection.items }

    // MARK: The keychain

    /// Restores the keychain items that the app's container has stored in an earlier run (DP-05).
    package mutating func restoreKeychain(_ kept: [KeychainItem]) { protection.restore(kept) }

    mutating func processKeychain(_ event: KeychainEvent) {
        let hasPasscode = conditions.hasPasscode
        let machine = self
        let isOpen: DataProtection.Access = { machine.canDecrypt($0.protectionClass) }
        do throws(ServiceError) {
            switch event {
            case .added(let item): try protection.add(item, hasPasscode: hasPasscode, isOpen)
            case .searched(let query): try protection.search(query, isOpen)
            case .updated(let query, let update):
                try protection.update(query, update, hasPasscode: hasPasscode, isOpen)
            case .deleted(let query): try protection.delete(query)
            }
        } catch {
            emit(.refuse(error), Reason(error.rule, "\(event.call): \(keychainFailure(error))"))
        }
    }

    private func keychainFailure(_ error: ServiceError) -> String {
        switch error {
        case .keychainLocked:
            conditions.unlockedSinceBoot
                ? "the device is locked, and an item can be read only while it is not"
                : "the device has not been unlocked since it was started"
        case .keychainNeedsPasscode: "whenPasscodeSetThisDeviceOnly, and the device has no passcode"
        case .keychainHasItem: "there is such an item"
        case .keychainItemNotFound: "there is no such item"
        case .keychainFull: "the items take more than \(KeychainItem.bytesMax >> 20) MiB, this project's limit"
        default: "kSecClass is missing"
        }
    }

    // MARK: Files

    mutating func openFile(_ path: String, _ protection: ProtectionClass, writesNew: Bool) {
        guard state.isRunning, !profile.switches.readsProtectedFilesWhileLocked, !canDecrypt(protection) else { return }
        // DP-06: a new file of this class has its own key, which is available while the file is open.
        if protection == .completeUnlessOpen, writesNew, canDecrypt(.completeUntilFirstUserAuthentication) { return }
        emit(
            .refuse(.protectedFile),
            protection == .complete
                ? Reason("UR-13", "\(path): completely protected, and the device is locked")
                : Reason("DP-06", "\(path): \(protection.rawValue), and its key is not at hand"))
    }

    // MARK: The lock

    mutating func protectionChanged(since before: DeviceConditions) {
        if before.hasPasscode, !conditions.hasPasscode { protection.passcodeRemoved() }
        if conditions.locked != before.locked { protection.lockedSince = conditions.locked ? now : nil }
        if !conditions.unlockedSinceBoot { protection.lockedSince = nil }
        watchProtection()
        tellOfProtectedData()
    }

    /// Sets the deadline at which the key of the class `complete` is discarded and the app gets notice of this (DP-02).
    mutating func watchProtection() {
        guard process.alive, conditions.hasPasscode, conditions.locked, let since = protection.lockedSince,
            now - since < profile.fileProtectionDelay
        else { return deadlines[.protectedData] = nil }
        deadlines[.protectedData] = since + profile.fileProtectionDelay
    }

    /// Delivers the callback about protected data to a running app if the availability has changed since the last
    /// callback, for instance while the app was suspended.
    mutating func tellOfProtectedData() {
        guard state.isRunning, !process.isLaunching else { return }
        let isAvailable = isProtectedDataAvailable
        guard let told = protection.toldAvailable, told != isAvailable else {
            protection.toldAvailable = isAvailable
            return
        }
        protection.toldAvailable = isAvailable
        deliver(
            isAvailable ? .protectedDataDidBecomeAvailable : .protectedDataWillBecomeUnavailable,
            Reason(
                "DP-02",
                isAvailable
                    ? "the device is unlocked" : "\(profile.inWords(profile.fileProtectionDelay)) after the lock"))
    }
}

extension KeychainEvent {
    /// The function that the app called.
    fileprivate var call: String {
        switch self {
        case .added: "SecItemAdd"
        case .searched: "SecItemCopyMatching"
        case .updated: "SecItemUpdate"
        case .deleted: "SecItemDelete"
        }
    }
}
