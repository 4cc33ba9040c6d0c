import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The keychain: `SecItemAdd` and the other `SecItem` functions. If the key of an item's class is not available,
    /// the call fails with `NSOSStatusErrorDomain` -25308, `errSecInteractionNotAllowed` (DP-01).
    static let keychain = Service(methods: [
        AppMethod(KeychainMethods.add, by: .apps) { call, item in try call.keychain(.added(item)) },
        AppMethod(KeychainMethods.copyMatching, by: .apps) { call, query in
            try call.report(.keychain(.searched(query)))
            return try call.engine.machine.keychainItemsFound
        },
        AppMethod(KeychainMethods.update, by: .apps) { call, query, changes in
            try call.keychain(.updated(query, changes))
        },
        AppMethod(KeychainMethods.delete, by: .apps) { call, query in try call.keychain(.deleted(query)) },
        AppMethod(reporting: KeychainMethods.openFile, by: .apps) { path, protection, writesNew in
            .resource(.protectedFileOpened(path: path, protection, writesNew: writesNew))
        },
    ])
}

extension AppCall {
    /// Reports a change of the keychain to the policy, and stores the keychain's items for the next run.
    fileprivate func keychain(_ event: KeychainEvent) throws {
        try report(.keychain(event))
        try engine.keychain?.keep(engine.machine.keychainItems)
    }
}
