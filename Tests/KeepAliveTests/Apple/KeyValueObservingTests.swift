import Foundation
import Testing

@testable import KeepAlive

/// Properties that are observed by key paths, written as the plug-in rewrites them.
@Suite struct KeyValueObservingTests {
    private class Place: NSObject {
        var name = "a" {
            willSet { keyValueWillChange(self, \.name, "name") }
            didSet { keyValueDidChange(self, \.name, "name") }
        }
        var other = 0 {
            willSet { willChangeValue(for: \.other) }
            didSet { didChangeValue(for: \.other) }
        }
    }

    @Test("an observer is told what it asked for, until it ends")
    func observing() {
        let place = Place()
        nonisolated(unsafe) var calls: [String] = []
        let all = place.observe(\.name, options: [.initial, .old, .new, .prior]) { object, change in
            calls.append("\(change.isPrior) \(change.oldValue ?? "-") \(change.newValue ?? "-") \(object.name)")
        }
        let plain = place.observe(\.name) { _, change in
            calls.append("plain \(change.oldValue ?? "-") \(change.newValue ?? "-")")
        }
        #expect(calls == ["false - a a"])
        place.name = "b"
        #expect(calls == ["false - a a", "true a - a", "false a b b", "plain - -"])
        place.other = 3
        #expect(calls.count == 4)
        all.invalidate()
        plain.invalidate()
        place.name = "c"
        #expect(calls.count == 4)
    }

    @Test("a property that a subclass has inherited is observed by its name")
    func inherited() {
        final class Town: Place {}
        let town = Town()
        nonisolated(unsafe) var changes: [String] = []
        let observation = town.observe(\.name, named: "name", options: [.old, .new]) { _, change in
            changes.append("\(change.oldValue ?? "-") \(change.newValue ?? "-")")
        }
        town.name = "b"
        withExtendedLifetime(observation) {}
        #expect(changes == ["a b"])
    }

    private final class Country: NSObject {
        var capital: Place? {
            willSet { keyValueWillChange(self, \.capital, "capital") }
            didSet { keyValueDidChange(self, \.capital, "capital") }
        }
    }

    @Test("a change of any property of a key path is one of its value, and a place that was left tells nothing")
    func severalProperties() {
        let (country, old, new) = (Country(), Place(), Place())
        new.name = "z"
        nonisolated(unsafe) var changes: [String] = []
        let observation = country.observe(
            \.capital?.name, named: "capital.name", through: [\.capital], options: [.initial, .old, .new, .prior]
        ) { _, change in
            let values = [change.oldValue, change.newValue].map { ($0 ?? nil) ?? "-" }
            changes.append("\(change.isPrior ? "prior " : "")\(values[0]) \(values[1])")
        }
        #expect(changes == ["- -"])
        country.capital = old
        old.name = "b"
        country.capital = new
        old.name = "c"
        #expect(changes.dropFirst() == ["prior - -", "- a", "prior a -", "a b", "prior b -", "b z"])
        new.name = "y"
        country.capital = nil
        new.name = "x"
        #expect(changes.dropFirst(7) == ["prior z -", "z y", "prior y -", "y -"])
        observation.invalidate()
        country.capital = old
        #expect(changes.count == 11)
    }

    private final class Trip: NSObject {
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        var country: Country! {
            willSet { keyValueWillChange(self, \.country, "country") }
            didSet { keyValueDidChange(self, \.country, "country") }
        }
    }

    @Test("an object on the way that is not there is not read: the value is nil")
    func missing() {
        let (trip, country, place) = (Trip(), Country(), Place())
        nonisolated(unsafe) var names: [String?] = []
        nonisolated(unsafe) var capitals: [String] = []
        let observations = [
            trip.observe(
                \.country.capital!.name, named: "country.capital.name",
                through: [\.country, \.country.capital], options: [.initial, .old, .new]
            ) { _, change in names.append(change.newValue) },
            trip.observe(\.country.capital, named: "country.capital", through: [\.country], options: .new) {
                _, change in
                capitals.append(change.newValue.map { $0 == nil ? "none" : "one" } ?? "-")
            },
        ]
        trip.country = country
        country.capital = place
        place.name = "b"
        trip.country = nil
        place.name = "c"
        #expect(names == [nil, nil, "a", "b", nil])
        #expect(capitals == ["none", "one", "none"])
        withExtendedLifetime(observations) {}
    }

    @Test("an observation ends with its object, and one that is changed in a handler tells of that, too")
    func ends() {
        let place = Place()
        nonisolated(unsafe) var olds: [String] = []
        do {
            let observation = place.observe(\.name, options: .old) { object, change in
                olds.append(change.oldValue ?? "-")
                if object.name == "b" { object.name = "c" }
            }
            place.name = "b"
            withExtendedLifetime(observation) {}
        }
        #expect(olds == ["a", "b"])
        place.name = "d"
        #expect(olds.count == 2)
        var gone: Place? = Place()
        let observation = gone?.observe(\.name) { _, _ in }
        gone = nil
        observation?.invalidate()
    }
}
