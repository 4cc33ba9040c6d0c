/// The profiles of all versions of iOS that let apps run in the background.
public enum ProfileCatalogue {
    /// The oldest and the newest version with rules. Background execution began with iOS 4; no rules are known after
    /// iOS 27.
    public static let versions = IOSVersion(4)...IOSVersion(27, 99)

    /// The profile of one version per era, oldest first. `profile(named:)` returns the profile of any version.
    public static let all: [PolicyProfile] = [
        PolicyProfile(version: IOSVersion(6, 1)), ios12, ios13, PolicyProfile(version: IOSVersion(15, 5)),
        PolicyProfile(version: IOSVersion(18)), ios26, ios27,
    ]

    /// The profile that is used when no version is given.
    public static let newest = ios27

    /// Returns the profile of a version.
    ///
    /// - Parameter text: a version from 4 to 27, such as `12.4` or `27`; a major version alone means its `.0`.
    /// - Throws: ``KeepAliveError`` with code `usage` if the text is no version, or a version without rules.
    public static func profile(named text: String) throws -> PolicyProfile {
        guard let version = IOSVersion(parsing: text) else {
            throw KeepAliveError(
                .usage, "'\(text)' is not an iOS version",
                remedy: Self.remedy)
        }
        guard versions.contains(version) else {
            let why =
                version < versions.lowerBound
                ? "iOS \(text) does not let apps into the background: that began with iOS 4"
                : "there are no rules for iOS \(text) yet"
            throw KeepAliveError(.usage, why, remedy: Self.remedy)
        }
        return PolicyProfile(version: version)
    }

    /// The namespaces of the terminations that the policy orders.
    package static let terminationNamespaces = Set(
        all.flatMap { [$0.finishTaskOverrunNamespace, $0.lockNamespace, $0.watchdogNamespace].compactMap(\.self) } + [
            "JETSAM"
        ]
    ).sorted()

    private static let remedy = "Any version from 4.0 to 27, such as 6.1, 12.4, 13.0, 14.5, 26 or 27"

    static let ios12 = PolicyProfile(version: IOSVersion(12, 4))
    static let ios13 = PolicyProfile(version: IOSVersion(13))
    static let ios26 = PolicyProfile(version: IOSVersion(26))
    static let ios27 = PolicyProfile(version: IOSVersion(27))
}

extension PolicyProfile {
    /// Creates the profile of a version.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for a version without rules.
    public init(of version: IOSVersion) throws {
        self = try ProfileCatalogue.profile(named: version.description)
    }
}
