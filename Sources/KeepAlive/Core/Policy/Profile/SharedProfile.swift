/// A profile that many policy machines share, so that each need not hold a copy of this large value, which never
/// changes.
package final class SharedProfile: Sendable, Hashable {
    package let profile: PolicyProfile

    package init(_ profile: PolicyProfile) { self.profile = profile }

    package static func == (left: SharedProfile, right: SharedProfile) -> Bool {
        left === right || left.profile == right.profile
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(profile) }
}
