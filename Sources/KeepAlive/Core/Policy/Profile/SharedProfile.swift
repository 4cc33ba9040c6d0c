/// A profile that many policy machines share, because each copy of a profile is large. The profile never changes.
package final class SharedProfile: Sendable, Hashable {
    package let profile: PolicyProfile

    package init(_ profile: PolicyProfile) { self.profile = profile }

    package static func == (left: SharedProfile, right: SharedProfile) -> Bool {
        left === right || left.profile == right.profile
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(profile) }
}
