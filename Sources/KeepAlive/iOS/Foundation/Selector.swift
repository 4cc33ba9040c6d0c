import Foundation
import KeepAliveModel

/// The name of a method, and how it is called.
///
/// Without Objective-C, nothing looks a method up by its name. The plug-in KeepAliveSources turns `#selector(move(_:))`
/// into a selector that holds the call; one that is made of a text alone is equal to it and cannot be performed.
public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    /// Calls a method of an object with as many of the arguments as it takes; `nil` if it is not of the type.
    typealias Call = @MainActor (AnyObject, [Any?]) throws -> Result?

    /// What a method has returned.
    struct Result {
        let value: Any?
    }

    /// The name that the method has in Objective-C: `move:to:`.
    package let name: String
    let call: Call?
    /// Returns true for an object that has the method.
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

// What the plug-in writes. A closure with as many parameters as the method has, and one for the object.
extension Selector {
    public init<Object: AnyObject, Value>(_ name: String, _ method: @escaping @MainActor (Object) -> Value) {
        self.name = name
        isMethod = { $0 is Object }
        call = { object, _ in
            // No closure in here: one that is passed on checks at its entry that the main actor's thread runs it.
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
        // A parameter that takes nil, such as Any?.
        if let none = Optional<Any>.none as? Argument { return none }
        throw WrongArgument(expected: "\(Argument.self)", found: value.map { "\(type(of: $0))" } ?? "nil")
    }

    private struct WrongArgument: Error {
        let expected: String
        let found: String
    }
}

extension Selector {
    /// Calls the method of an object, on this thread.
    ///
    /// As on iOS, the exception `NSInvalidArgumentException` is raised where the object has no such method.
    ///
    /// - Parameters:
    ///   - object: whose method it is.
    ///   - arguments: at least as many as it takes.
    /// - Returns: what it returns; `nil` also if an exception was raised and caught.
    @discardableResult
    package func perform(on object: AnyObject, _ arguments: [Any?] = []) -> Any? {
        guard let call else {
            return raise(
                "-[\(type(of: object)) \(name)]: unrecognized selector sent to instance (a selector that is made of a text "
                    + "cannot be performed here: write #selector; one of a storyboard is no @IBAction of the class)")
        }
        // A method of the main actor that is called from another thread runs there, as in Objective-C.
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
