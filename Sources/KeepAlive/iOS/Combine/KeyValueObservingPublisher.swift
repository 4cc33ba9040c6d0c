import Foundation
import KeepAlive
import OpenCombine

extension NSKeyValueObserving {
    /// Returns a publisher of the values of a property. The property must report its changes, as for
    /// `observe(_:options:changeHandler:)`.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - name: the property's name, if the class inherits the property; otherwise `nil`. The plug-in KeepAliveSources
    ///     writes the arguments `name` and `objects`.
    ///   - objects: for a key path of several properties, the key paths to the objects that have the second property,
    ///     the third, and so on.
    ///   - options: with `initial`, the current value is published first; with `prior`, the old value is published
    ///     before each change.
    public func publisher<Value>(
        for keyPath: KeyPath<Self, Value>, named name: String? = nil, through objects: [PartialKeyPath<Self>] = [],
        options: NSKeyValueObservingOptions = [.initial, .new]
    ) -> KeyValueObservingPublisher<Self, Value> {
        KeyValueObservingPublisher(object: self, keyPath: keyPath, name: name, objects: objects, options: options)
    }
}

public struct KeyValueObservingPublisher<Subject: NSKeyValueObserving, Value>: Publisher, Equatable {
    public typealias Output = Value
    public typealias Failure = Never

    public let object: Subject
    public let keyPath: KeyPath<Subject, Value>
    public let options: NSKeyValueObservingOptions
    private let name: String?
    private let objects: [PartialKeyPath<Subject>]

    init(
        object: Subject, keyPath: KeyPath<Subject, Value>, name: String?, objects: [PartialKeyPath<Subject>],
        options: NSKeyValueObservingOptions
    ) {
        self.object = object
        self.keyPath = keyPath
        self.name = name
        self.objects = objects
        self.options = options
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.object === other.object && one.keyPath == other.keyPath && one.options == other.options
    }

    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Value, Downstream.Failure == Never {
        let values = Values(subscriber)
        subscriber.receive(subscription: values)
        var options = options.union(.new)
        options.remove(.initial)
        let (keyPath, objects) = (keyPath, objects)
        // The subscription retains the observation, so this closure must not retain the subscription.
        let tell: (Subject, NSKeyValueObservedChange<Value>) -> Void = { [weak values] object, _ in
            object.observedValue(keyPath, through: objects).map { values?.take($0) }
        }
        values.keep(
            name.map { object.observe(keyPath, named: $0, through: objects, options: options, changeHandler: tell) }
                ?? object.observe(keyPath, options: options, changeHandler: tell))
        // The observation has begun before the initial value is read, so no change in between is lost.
        if self.options.contains(.initial) { object.observedValue(keyPath, through: objects).map(values.take) }
    }

    /// The subscription of one subscriber. It retains the observation, and keeps the newest value until the subscriber
    /// requests a value.
    private final class Values<Downstream: Subscriber>: Subscription
    where Downstream.Input == Value, Downstream.Failure == Never {
        private let lock = NSRecursiveLock()
        private var subscriber: Downstream?
        private var demand = Subscribers.Demand.none
        private var waiting: Value?
        private var observation: NSKeyValueObservation?

        init(_ subscriber: Downstream) {
            self.subscriber = subscriber
        }

        func keep(_ observation: NSKeyValueObservation) {
            let isOver = lock.withLock {
                self.observation = subscriber == nil ? nil : observation
                return subscriber == nil
            }
            if isOver { observation.invalidate() }
        }

        func take(_ value: Value) {
            lock.withLock { waiting = value }
            deliver()
        }

        func request(_ demand: Subscribers.Demand) {
            lock.withLock { self.demand += demand }
            deliver()
        }

        private func deliver() {
            let next = lock.withLock { () -> (Downstream, Value)? in
                guard let subscriber, demand > 0, let value = waiting else { return nil }
                demand -= 1
                waiting = nil
                return (subscriber, value)
            }
            guard let (subscriber, value) = next else { return }
            let more = subscriber.receive(value)
            if more > 0 { request(more) }
        }

        func cancel() {
            let observation = lock.withLock {
                defer { self.observation = nil }
                subscriber = nil
                waiting = nil
                return self.observation
            }
            observation?.invalidate()
        }
    }
}
