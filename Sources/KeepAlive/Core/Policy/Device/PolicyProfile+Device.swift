/// The constants, switches and features of data protection.
extension PolicyProfile {
    static let deviceTable: [Row] = [
        Row(
            "fileProtectionDelay", \.fileProtectionDelay, [4: .seconds(10)], ["UR-13", "DP-02"],
            "10 s when the passcode is asked for at once, which is taken for all"),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "readsProtectedFilesWhileLocked", \.switches.readsProtectedFilesWhileLocked, [4: false], ["UR-13"],
            "off: the key is gone; on for an app whose files have another class"),
    ]
}
