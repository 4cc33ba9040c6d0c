/// What the other files of a target have to know of a file.
package struct SourceFacts: Codable, Equatable, Sendable {
    /// The optional requirements of protocols, as `didEnd(_:at:)`.
    package var optionalRequirements: Set<String> = []
    /// The methods that a selector may name: for `handle` and for `Type.handle`, the whole names, as `handle(_:)`.
    package var methods: [String: Set<String>] = [:]
    /// The Objective-C names that differ from what the Swift name makes, by whole Swift name.
    package var objectiveCNames: [String: String] = [:]
    /// The types that adopt a protocol whose instances the system creates.
    package var createdBySystem: Set<String> = []

    /// Creates facts of a file without any.
    package init() {}

    /// Returns the facts of all files together.
    package static func joined(_ facts: some Sequence<SourceFacts>) -> SourceFacts {
        facts.reduce(into: SourceFacts()) { sum, file in
            sum.optionalRequirements.formUnion(file.optionalRequirements)
            sum.methods.merge(file.methods) { $0.union($1) }
            sum.objectiveCNames.merge(file.objectiveCNames) { first, _ in first }
            sum.createdBySystem.formUnion(file.createdBySystem)
        }
    }
}
