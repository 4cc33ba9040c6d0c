import Testing

@testable import KeepAlivePolicy

/// The table of constants: a row for each property, and values for each version.
@Suite struct ProfileTableTests {
    @Test("every property of a profile has one row, and every row a property and a name of its own")
    func complete() {
        let profile = ProfileCatalogue.newest
        func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
        let properties =
            Set(names(profile)).subtracting(["version", "timeScale", "switches", "features"]).count
            + names(profile.switches).count + names(profile.features).count
        #expect(PolicyProfile.table.count == properties)
        #expect(Set(PolicyProfile.table.map(\.path)).count == properties)
        #expect(Set(PolicyProfile.table.map(\.name)).count == properties)
    }

    @Test("a value holds from its version up to the next")
    func steps() {
        let table: ByVersion<Int?> = [4: nil, 7: 1, 13.4: 2]
        let found = ["4.0", "6.9", "7.0", "13.3", "13.4", "27.0"].map { IOSVersion(parsing: $0).map(table.value) }
        #expect(found == [.some(nil), .some(nil), 1, 1, 2, 2])
    }

    @Test("every row begins with the oldest version", arguments: PolicyProfile.table.map(\.name))
    func sinceTheOldest(name: String) throws {
        let oldest = PolicyProfile(version: ProfileCatalogue.versions.lowerBound)
        let constant = try #require(oldest.constants.first { $0.name == name })
        #expect(!constant.rules.isEmpty)
    }

    @Test("the rules of every row are in the book, for every version", arguments: ProfileCatalogue.all)
    func rules(profile: PolicyProfile) {
        for constant in profile.constants {
            for rule in constant.rules { #expect(RuleBook.rule(rule) != nil, "\(constant.name): \(rule)") }
        }
    }

    @Test("a value that a constant cannot have is refused with what was expected")
    func refused() {
        for (name, value, expected) in [
            ("finishTaskBudget", "soon", "a number of seconds from 0 to 1000000000, or a duration such as 200ms"),
            ("regionLimit", "2.5", "a whole number from 0 to 1000000"),
            ("locationPauseRadius", "-1", "a number from 0 to 1000000000"), ("visits", "yes", "true or false"),
            ("lifecycle", "scenes", "applicationDelegate or scene"), ("scenesSinceSDK", "x", "a version such as 13.0"),
            ("cpuLimit", "never", "a number of seconds from 0 to 1000000000, or a duration such as 200ms"),
        ] {
            let error = #expect(throws: KeepAliveError.self) {
                var profile = ProfileCatalogue.newest
                try profile.set(name, to: value)
            }
            #expect(error?.message == "\(name): '\(value)' is not \(expected)")
        }
        var profile = ProfileCatalogue.newest
        #expect(throws: Never.self) { try profile.set("cpuLimit", to: "none") }
        #expect(profile.cpuLimit == nil)
    }

    @Test("a feature that a version has not can be given to it")
    func featureSet() throws {
        var profile = PolicyProfile.ios12
        #expect(!profile.features.taskScheduler)
        try profile.set("taskScheduler", to: "true")
        #expect(profile.features.taskScheduler)
    }
    @Test("what machines share is compared by its profile")
    func shared() throws {
        var changed = ProfileCatalogue.newest
        try changed.set("suspensionDelay", to: "9")
        let (one, same, other) = (
            SharedProfile(ProfileCatalogue.newest), SharedProfile(ProfileCatalogue.newest), SharedProfile(changed)
        )
        #expect(one == one && one == same && one != other)
        #expect(Set([one, same, other]).count == 2)
    }

    @Test("readings are the same by their names")
    func readings() throws {
        let articles = try PolicyReading(named: "articles")
        #expect(articles == .articles && articles != .apple)
        #expect(Set([articles, .articles, .apple]).count == 2)
    }
}
