import KeepAliveModel
import KeepAliveXcode
import SwiftSyntax

/// Checks of what a launch on a locked device can read (DP rules).
extension ProjectChecks {
    /// The modes by which an app is launched or resumed while the device is locked.
    private static let wakingModes: Set<BackgroundMode> = [
        .fetch, .processing, .remoteNotification, .voip, .location, .bluetoothCentral, .bluetoothPeripheral,
        .pushToTalk,
    ]

    /// The names of the classes of files that can be read on a locked device.
    private static let weakerClasses = [
        "completeUntilFirstUserAuthentication", "completeFileProtectionUntilFirstUserAuthentication",
        "noFileProtection", "NSFileProtectionNone", "NSFileProtectionCompleteUntilFirstUserAuthentication",
    ]

    mutating func checkDataProtection() {
        guard let mode = wakingModes(of: Self.wakingModes).first?.rawValue else { return }
        let adds = index.calls("SecItemAdd")
        for name in ["kSecAttrAccessibleWhenUnlocked", "kSecAttrAccessibleWhenUnlockedThisDeviceOnly"] {
            guard let place = firstPlace(of: name, where: isClassOfItem) else { continue }
            report(
                "DP-01", .note, at: place,
                "items of this class cannot be read while the device is locked: the answer is -25308, errSecInteractionNotAllowed. Whether a wake by '\(mode)' reads one cannot be told",
                cure: "use kSecAttrAccessibleAfterFirstUnlock for what the app reads in the background")
        }
        if let add = adds.first, firstPlace(of: "kSecAttrAccessible") == nil,
            firstPlace(of: "kSecAttrAccessControl") == nil
        {
            report(
                "DP-01", .note, at: index.place(of: add),
                "items without kSecAttrAccessible have the class kSecAttrAccessibleWhenUnlocked, which cannot be read while the device is locked: the answer is -25308, errSecInteractionNotAllowed. Whether a wake by '\(mode)' reads one cannot be told",
                cure: "add kSecAttrAccessible with kSecAttrAccessibleAfterFirstUnlock")
        }
        if let place = firstPlace(of: "completeFileProtection") {
            report(
                "DP-02", .warning, at: place,
                "a file of this class cannot be read from about 10 s after the lock on, as after a wake by '\(mode)'",
                cure: "use completeFileProtectionUntilFirstUserAuthentication for what the app reads in the background")
        }
        if project.entitlements["com.apple.developer.default-data-protection"]?.string == "NSFileProtectionComplete" {
            let other = Self.weakerClasses.compactMap { firstPlace(of: $0) ?? project.objectiveCPlace($0) }.first
            let exception = other.map { "; \($0.file):\($0.line) gives some another class" } ?? ""
            report(
                "DP-02", other == nil ? .warning : .note, at: project.manifestPlace(of: "UIBackgroundModes"),
                "com.apple.developer.default-data-protection protects each file without a class of its own completely: none can be read from about 10 s after the lock on, as after a wake by '\(mode)'\(exception)",
                cure: other == nil ? "give the files that the app reads in the background another class" : nil)
        }
    }

    /// Returns whether a name is the class in a query: `[kSecAttrAccessible: name]`, or `query[kSecAttrAccessible] = name`.
    private func isClassOfItem(_ token: TokenSyntax) -> Bool {
        func names(_ node: some SyntaxProtocol) -> Bool {
            node.tokens(viewMode: .sourceAccurate).contains { $0.text == "kSecAttrAccessible" }
        }
        if let element = token.enclosing(DictionaryElementSyntax.self) { return names(element.key) }
        guard let assignment = token.enclosing(SequenceExprSyntax.self), let target = assignment.elements.first else {
            return false
        }
        return assignment.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true && names(target)
    }

    /// Returns the first place at which a Swift file names an identifier; `nil` if none does.
    ///
    /// - Parameter isMeant: returns whether the identifier counts at a place.
    private func firstPlace(
        of name: String, where isMeant: (TokenSyntax) -> Bool = { _ in true }
    ) -> Finding.Place? {
        for file in index.files {
            let tokens = file.tree.tokens(viewMode: .sourceAccurate)
            if let token = tokens.first(where: { $0.text == name && isMeant($0) }) {
                return file.place(of: token)
            }
        }
        return nil
    }
}
