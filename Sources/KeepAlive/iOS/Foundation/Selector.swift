import Foundation
import KeepAliveModel

/// The name of a method, and a function that calls the method.
///
/// Without Objective-C, a method cannot be found by its name. The plug-in KeepAliveSources turns `#selector(move(_:))`
/// into a selector that holds the call. A selector that is made from a string with the same name is equal, but cannot
/// be performed.
public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    /// Calls a method of an object with as many of the arguments as the method takes. Returns `nil` if the object is
    /// not of the class that has the method.
    typealias Call = @MainActor (AnyObject, [Any?]) throws -> Result?

    /// The result of a call, whose `value` may be `nil`.
    struct Result {
        let value: Any?
    }

    /// The method's Objective-C name: `move:to:`.
    package let name: String
    let call: Call?
    /// Returns true if an object has the method; `nil` for a selector that was made from a string.
    package let isMethod: (@Sendable (AnyObject) -> Bool)?

    public init(_ name: String) {
        self.name = name
        call = nil
        isMethod = nil
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    public static func == (first: Selector, second: Selector) -> Bool { first.name == second.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public var description: String { name }
}

// Initializers that the plug-in KeepAliveSources calls. The closure takes the object and the method's parameters.
extension Selector {
    public init<Object: AnyObject, Value>(_ name: String, _ method: @escaping @MainActor (Object) -> Value) {
        self.name = name
        isMethod = { $0 is Object }
        call = { object, _ in
            // A nested closure would not do here: on entry it would check that it runs on the main actor's thread.
            guard let object = object as? Object else { return nil }
            return Result(value: method(object))
        }
    }

    public init<Object: AnyObject, First, Value>(
        _ name: String, _ method: @escaping @MainActor (Object, First) -> Value
    ) {
        self.name = name
        isMethod = { $0 is Object }
        call = { object, arguments in
            guard let object = object as? Object else { return nil }
            return Result(value: method(object, try Self.argument(0, of: arguments)))
        }
    }

    public init<Object: AnyObject, First, Second, Value>(
        _ name: String, _ method: @escaping @MainActor (Object, First, Second) -> Value
    ) {
        self.name = name
        isMethod = { $0 is Object }
        call = { object, arguments in
            guard let object = object as? Object else { return nil }
            return Result(
                value: method(object, try Self.argument(0, of: arguments), try Self.argument(1, of: arguments)))
        }
    }

    public init<Object: AnyObject, First, Second, Third, Value>(
        _ name: String, _ method: @escaping @MainActor (Object, First, Second, Third) -> Value
    ) {
        self.name = name
        isMethod = { $0 is Object }
        call = { object, arguments in
            guard let object = object as? Object else { return nil }
            return Result(
                value: method(
                    object, try Self.argument(0, of: arguments), try Self.argument(1, of: arguments),
                    try Self.argument(2, of: arguments)))
        }
    }

    public init<Object: AnyObject, Value>(
        _ name: String, of _: Object?, _ method: @escaping @MainActor (Object) -> Value
    ) { self.init(name, method) }

    public init<Object: AnyObject, First, Value>(
        _ name: String, of _: Object?, _ method: @escaping @MainActor (Object, First) -> Value
    ) { self.init(name, method) }

    public init<Object: AnyObject, First, Second, Value>(
        _ name: String, of _: Object?, _ method: @escaping @MainActor (Object, First, Second) -> Value
    ) { self.init(name, method) }

    private static func argument<Argument>(_ index: Int, of arguments: [Any?]) throws -> Argument {
        let value = index < arguments.count ? arguments[index] : nil
        if let value, let argument = value as? Argument { return argument }
        // A missing argument is `nil` if the parameter is optional, such as `Any?`.
        if let none = Optional<Any>.none as? Argument { return none }
        throw WrongArgument(expected: "\(Argument.self)", found: value.map { "\(type(of: $0))" } ?? "nil")
    }

    private struct WrongArgument: Error {
        let expected: String
        let found: String
    }
}

extension Selector {
    /// Calls the method of an object on the calling thread.
    ///
    /// As on iOS, raises `NSInvalidArgumentException` if the object has no such method.
    ///
    /// - Parameters:
    ///   - object: the object that has the method.
    ///   - arguments: the arguments; a missing argument is `nil`, and surplus arguments are ignored.
    /// - Returns: the result of the method; also `nil` if an exception was raised and caught.
    @discardableResult
    package func perform(on object: AnyObject, _ arguments: [Any?] = []) -> Any? {
        guard let call else {
            return raise(
                "-[\(type(of: object)) \(name)]: unrecognized selector sent to instance (a selector that is made of a text "
                    + "cannot be performed here: write #selector; one of a storyboard is no @IBAction of the class)")
        }
        // As in Objective-C, a main-actor method runs on the calling thread: the cast removes the check of the actor.
        let plain = unsafeBitCast(call, to: ((AnyObject, [Any?]) throws -> Result?).self)
        do {
            guard let result = try plain(object, arguments) else {
                return raise("-[\(type(of: object)) \(name)]: unrecognized selector sent to instance")
            }
            return result.value
        } catch let problem as WrongArgument {
            return raise(
                "-[\(type(of: object)) \(name)]: the argument is \(problem.found), and the method takes \(problem.expected)"
            )
        } catch {
            return nil
        }
    }

    private func raise(_ reason: String) -> Any? {
        AppleException(name: "NSInvalidArgumentException", reason: reason, rule: "LC-01").raise(in: .current)
        return nil
    }
}

public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.name }
