/// The rules of the keychain and of protected files while the device is locked.
extension RuleBook {
    static let dataProtectionRules: [Rule] = [
        Rule(
            "DP-01", .log, "4+",
            "-25308 comes for whenUnlocked, the default, while locked, and for afterFirstUnlock before the first unlock",
            from: "https://github.com/firebase/firebase-ios-sdk/issues/9622",
            "https://github.com/soffes/SAMKeychain/pull/94",
            "https://github.com/open-source-cooperative/keyring-rs/issues/268", .keychainAccessibility),
        Rule(
            "DP-02", .document, "4+",
            "about 10 s after the lock the key of 'complete' is dropped; isProtectedDataAvailable and two notifications tell",
            from: .platformSecurity, .protectedData, "https://github.com/deltachat/deltachat-ios/issues/1984"),
        Rule(
            "DP-03", .log, "all",
            "a search that meets one item that cannot be decrypted fails as a whole, for attributes, too",
            from: "https://github.com/soffes/SAMKeychain/pull/94"),
        Rule(
            "DP-04", .reports, "8+",
            "whenPasscodeSetThisDeviceOnly without a passcode is -26275 errSecDecode; such items go with the passcode",
            from: .keychainAccessibility, "https://github.com/liamnichols/UIDevice-PasscodeStatus/issues/6"),
        Rule(
            "DP-05", .document, "all", "keychain items outlive the app's processes and a restart of the device",
            from: .keychain),
        Rule(
            "DP-06", .document, "4+",
            "files have one of four classes; one that is completeUnlessOpen can be written anew while locked",
            from: .fileProtection, .platformSecurity),
        Rule(
            "DP-07", .inference, "all", "deleting an item decrypts nothing, so that it needs no key", from: .inference()
        ),
        Rule(
            "DP-08", .document, "all",
            "the keychain's other answers: -25299 for an item that is there, -25300 for one that is not, -50 without a class",
            from: .keychain),
    ]
}
