import FoundationEssentials
import KeepAliveModuleNames

/// A package on which a project or another package depends by its URL.
package struct RemotePackage: Hashable, Sendable {
    /// The versions that fulfil a dependency.
    package enum Requirement: Hashable, Sendable {
        case exact(String)
        case revision(String)
        case branch(String)
        /// From the first version up to the second, which is excluded.
        case range(String, String)

        /// The argument of `.package(url:…)` in a manifest.
        package var argument: String {
            switch self {
            case .exact(let version): "exact: \(version.swiftLiteral)"
            case .revision(let revision): "revision: \(revision.swiftLiteral)"
            case .branch(let branch): "branch: \(branch.swiftLiteral)"
            case .range(let first, let end): "\(first.swiftLiteral)..<\(end.swiftLiteral)"
            }
        }
    }

    /// The URL of the package's repository. A URL of a project is untrusted text.
    package let url: String
    package let requirement: Requirement

    package init(url: String, requirement: Requirement) {
        self.url = url
        self.requirement = requirement
    }

    init(_ substitute: AppleModule.Substitute) {
        self.init(url: substitute.url, requirement: .range(substitute.versions.0, substitute.versions.1))
    }

    /// The name by which SwiftPM tells packages apart: the last part of the URL, in small letters.
    package var identity: String { Self.identity(of: url) }

    /// Returns the identity of a package by the URL of its repository, or by the path of its folder.
    static func identity(of location: String) -> String {
        let name = location.split(separator: "/").last.map(String.init) ?? location
        return name.dropSuffix(".git").lowercased()
    }

    /// Returns the package at the version that a project has recorded, if there is one.
    func pinned(by pins: PackagePins) -> RemotePackage {
        RemotePackage(url: url, requirement: pins.packages[identity]?.requirement ?? requirement)
    }

    /// The dependency in a manifest.
    package var dependency: String { ".package(url: \(url.swiftLiteral), \(requirement.argument))" }

    /// Reads a `XCRemoteSwiftPackageReference` of a project.
    init?(_ object: XcodeProject.Object) {
        guard let url = object["repositoryURL"]?.string, let requirement = object["requirement"]?.dictionary,
            let found = Requirement(requirement.compactMapValues(\.string))
        else { return nil }
        self.init(url: url, requirement: found)
    }
}

extension RemotePackage.Requirement {
    /// Reads the `requirement` of a project's package reference.
    fileprivate init?(_ fields: [String: String]) {
        let first = fields["minimumVersion"]
        switch fields["kind"] {
        case "exactVersion": self.init(fields["version"].map(Self.exact))
        case "revision": self.init(fields["revision"].map(Self.revision))
        case "branch": self.init(fields["branch"].map(Self.branch))
        case "upToNextMajorVersion": self.init(first.map { .range($0, Self.next($0, part: 0)) })
        case "upToNextMinorVersion": self.init(first.map { .range($0, Self.next($0, part: 1)) })
        case "versionRange":
            guard let first, let end = fields["maximumVersion"] else { return nil }
            self = .range(first, end)
        default: return nil
        }
    }

    private init?(_ found: Self?) {
        guard let found else { return nil }
        self = found
    }

    /// Returns the version that follows a version, with a part of it increased: 0 for the major one, 1 for the minor one.
    private static func next(_ version: String, part: Int) -> String {
        var numbers = version.split(separator: ".").prefix(3).map { Int($0.prefix { $0.isNumber }) ?? 0 }
        while numbers.count < 3 { numbers.append(0) }
        let (sum, isTooLarge) = numbers[part].addingReportingOverflow(1)
        numbers[part] = isTooLarge ? .max : sum
        for later in (part + 1)..<3 { numbers[later] = 0 }
        return numbers.map(String.init).joined(separator: ".")
    }
}

/// The versions of packages that a project's `Package.resolved` records.
///
/// Source: the file's formats 1 to 3, SwiftPM's PinsStore
package struct PackagePins: Sendable {
    /// The packages at their versions, by identity.
    package let packages: [String: RemotePackage]

    package init() { packages = [:] }

    /// Reads the text of a `Package.resolved`.
    ///
    /// - Throws: an error of the decoder if the text is no such file.
    package init(_ text: Data) throws {
        let file = try JSONDecoder().decode(File.self, from: text)
        let pins = file.pins ?? file.object?.pins ?? []
        packages = Dictionary(
            pins.compactMap { pin in
                guard let location = pin.location ?? pin.repositoryURL, let requirement = pin.state.requirement else {
                    return nil
                }
                let package = RemotePackage(url: location, requirement: requirement)
                return (package.identity, package)
            }, uniquingKeysWith: { first, _ in first })
    }

    private struct File: Decodable {
        struct Object: Decodable {
            let pins: [Pin]
        }
        struct Pin: Decodable {
            let location: String?
            let repositoryURL: String?
            let state: State
        }
        struct State: Decodable {
            let version: String?
            let revision: String?

            var requirement: RemotePackage.Requirement? {
                version.map { .exact($0) } ?? revision.map { .revision($0) }
            }
        }
        let pins: [Pin]?
        let object: Object?
    }
}

/// The packages that could be fetched, of those on which a project depends by URL.
package struct PackageCheckouts: Sendable {
    /// The folders of the packages, and of those on which they depend, by identity.
    package var folders: [String: String] = [:]
    /// The packages that were fetched, at the version in the folder, by identity.
    package var packages: [String: RemotePackage] = [:]
    /// The reasons why other packages could not be fetched, by identity.
    package var failures: [String: String] = [:]

    package init() {}
}

extension String {
    /// The text as a literal of Swift.
    var swiftLiteral: String {
        let escaped = unicodeScalars.map { scalar -> String in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            return scalar.value < 32 || scalar.value == 127 || scalar.properties.generalCategory == .lineSeparator
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }
}
