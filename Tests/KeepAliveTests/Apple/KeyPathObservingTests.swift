import Foundation
import Testing

@testable import KeepAlive

/// Properties that are observed by their names, as older code does.
@Suite struct KeyPathObservingTests {
    private enum Color: Int { case red = 7 }

    private class Place: NSObject {
        var name: String? = "a" {
            willSet { keyValueWillChange(self, \.name, "name") }
            didSet { keyValueDidChange(self, \.name, "name") }
        }
        var count = 1 {
            willSet { keyValueWillChange(self, \.count, "count") }
            didSet { keyValueDidChange(self, \.count, "count") }
        }
        var color = Color.red {
            willSet { keyValueWillChange(self, \.color, "color") }
            didSet { keyValueDidChange(self, \.color, "color") }
        }
    }

    /// As the plug-in writes it.
    private class Watcher: NSObject, KeyPathObserver {
        var calls: [String] = []
        var object: AnyObject?

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            let old = change?[.oldKey].map { "\($0)" } ?? "-"
            let new = change?[.newKey].map { "\($0)" } ?? "-"
            calls.append("\(keyPath ?? "-") \(old) \(new)")
            self.object = object as AnyObject?
            if keyPath == "count", change?[.newKey] as? Int == nil, change?[.newKey] != nil { calls.append("no Int") }
        }
    }

    private final class Passer: Watcher {
        override func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            if context == nil {
                return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
            }
            calls.append("own")
        }
    }

    private class Careless: NSObject, KeyPathObserver {
        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
    }

    @Test("an object at the place of one that is gone has no observation of that one's")
    func reusedPlaces() {
        var (reused, seen): (Int, Set<ObjectIdentifier>) = (0, [])
        for _ in 0..<200 {
            let (place, watcher) = (Place(), Watcher())
            if !seen.insert(ObjectIdentifier(place)).inserted { reused += 1 }
            #expect(throws: AppleException.self) {
                try catchingNSException { place.removeObserver(watcher, forKeyPath: "count") }
            }
            place.addObserver(watcher, forKeyPath: "count", context: nil)
        }
        #expect(reused > 0)
    }

    @Test("an observer is told what it asked for, with numbers as Objective-C has them, until it is removed")
    func observing() throws {
        let (place, watcher) = (Place(), Watcher())
        place.addObserver(watcher, forKeyPath: "name", options: [.old, .new, .initial], context: nil)
        place.addObserver(watcher, forKeyPath: "count", options: [.new], context: nil)
        place.addObserver(watcher, forKeyPath: "color", options: [.new], context: nil)
        #expect(watcher.calls == ["name - a"])
        place.name = nil
        place.count = 2
        place.color = .red
        #expect(watcher.calls == ["name - a", "name a <null>", "count - 2", "color - 7"])
        #expect(watcher.object === place)
        for name in ["name", "count", "color"] { place.removeObserver(watcher, forKeyPath: name) }
        place.count = 3
        #expect(watcher.calls.count == 4)
    }

    private final class Country: NSObject {
        var capital: Place? {
            willSet { keyValueWillChange(self, \.capital, "capital") }
            didSet { keyValueDidChange(self, \.capital, "capital") }
        }
    }

    @Test("several properties are observed by their names, one behind the other, until the observation is removed")
    func severalProperties() {
        let (country, old, new, watcher) = (Country(), Place(), Place(), Watcher())
        country.capital = old
        country.addObserver(watcher, forKeyPath: "capital.count", options: [.old, .new, .initial], context: nil)
        old.count = 2
        new.count = 7
        country.capital = new
        old.count = 3
        country.capital = nil
        #expect(
            watcher.calls == ["capital.count - 1", "capital.count 1 2", "capital.count 2 7", "capital.count 7 <null>"])
        #expect(watcher.object === country)
        country.removeObserver(watcher, forKeyPath: "capital.count")
        country.capital = old
        #expect(watcher.calls.count == 4)
    }

    @Test("contexts tell observations apart; a subclass passes on what is not its own")
    func contexts() throws {
        let (place, watcher) = (Place(), Passer())
        let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        defer { context.deallocate() }
        place.addObserver(watcher, forKeyPath: "count", options: [], context: nil)
        place.addObserver(watcher, forKeyPath: "count", options: [], context: context)
        place.count = 5
        #expect(watcher.calls == ["count - -", "own"])
        place.removeObserver(watcher, forKeyPath: "count", context: context)
        place.count = 6
        #expect(watcher.calls == ["count - -", "own", "count - -"])
    }

    @Test("what was not begun cannot be ended, and a change that nobody takes is an exception, as on iOS")
    func exceptions() {
        let (place, watcher, careless) = (Place(), Watcher(), Careless())
        let removal = #expect(throws: AppleException.self) {
            try catchingNSException { place.removeObserver(watcher, forKeyPath: "count") }
        }
        #expect(removal?.name == "NSRangeException")
        place.addObserver(careless, forKeyPath: "count", context: nil)
        let unhandled = #expect(throws: AppleException.self) { try catchingNSException { place.count = 9 } }
        #expect(unhandled?.name == "NSInternalInconsistencyException")
    }

    @Test("an observer that is gone is told nothing, and the object lives no longer for it")
    func gone() {
        let place = Place()
        var watcher: Watcher? = Watcher()
        weak let remembered = watcher
        place.addObserver(watcher ?? Watcher(), forKeyPath: "count", context: nil)
        watcher = nil
        #expect(remembered == nil)
        place.count = 4
    }

    /// As older code does it: the observation ends with the observer.
    private final class Tidy: NSObject, KeyPathObserver {
        let place: Place

        init(_ place: Place) {
            self.place = place
            super.init()
            place.addObserver(self, forKeyPath: "count", context: nil)
        }

        deinit { place.removeObserver(self, forKeyPath: "count") }

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {}
    }

    @Test("an observer may end its observation when it is gone")
    func endsWithObserver() throws {
        let place = Place()
        try catchingNSException { _ = Tidy(place) }
        place.count = 7
    }

    /// Ends its observation in its `deinit`, but has something done first.
    private final class Slow: NSObject, KeyPathObserver {
        let place: Place
        let first: () -> Void

        init(_ place: Place, first: @escaping () -> Void) {
            self.place = place
            self.first = first
            super.init()
            place.addObserver(self, forKeyPath: "count", context: nil)
        }

        deinit {
            first()
            place.removeObserver(self, forKeyPath: "count")
        }

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {}
    }

    @Test("an observer may end its observation when it is gone, also while another one begins")
    func endsWhileAnotherBegins() throws {
        let (place, other, watcher) = (Place(), Place(), Watcher())
        try catchingNSException {
            // What another thread may do at this moment.
            _ = Slow(place) { other.addObserver(watcher, forKeyPath: "count", context: nil) }
        }
        other.count = 3
        #expect(throws: AppleException.self) {
            try catchingNSException { place.removeObserver(watcher, forKeyPath: "count") }
        }
        other.removeObserver(watcher, forKeyPath: "count")
    }

    @MainActor
    private final class Controller: UIViewController, @MainActor KeyPathObserver {
        var count = 0

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            count += 1
        }
    }

    @MainActor @Test("a controller observes, too")
    func controller() {
        let (place, controller) = (Place(), Controller())
        place.addObserver(controller, forKeyPath: "count", context: nil)
        place.count = 2
        #expect(controller.count == 1)
        place.removeObserver(controller, forKeyPath: "count")
    }

    @Test("bits are set and cleared as older code does it, and data are discarded while nobody reads them")
    func olderCode() {
        var bits: UInt32 = 0
        #expect(!OSAtomicTestAndSet(0, &bits))
        #expect(bits == 0x80)
        #expect(OSAtomicTestAndSet(0, &bits))
        #expect(!OSAtomicTestAndSet(15, &bits))
        #expect(bits == 0x180)
        #expect(OSAtomicTestAndClear(0, &bits))
        #expect(bits == 0x100)
        #expect(OSAtomicOr32(3, &bits) == 0x103)
        let data = NSPurgeableData(data: Data([1, 2]))
        data.discardContentIfPossible()
        #expect(!data.isContentDiscarded() && data.length == 2)
        data.endContentAccess()
        NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
        #expect(data.isContentDiscarded() && !data.beginContentAccess() && data.length == 0)
    }

    @Test("a type is found by a suffix, and conforms to what it is a case of")
    func types() {
        #expect(UTType(filenameExtension: "mp3")?.conforms(to: .audio) == true)
        #expect(UTType(filenameExtension: "mp3")?.conforms(to: .image) == false)
        #expect(UTType(filenameExtension: "zzz")?.conforms(to: .data) == true)
        #expect(UTType("public.json") == .json && UTType("org.example.none") == nil)
    }
}
