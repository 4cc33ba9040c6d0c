import Foundation
import KeepAliveRuntime

/// A class that makes the objects which stand for those of a protocol or class of the app. Its name is that of the type
/// after `KeepAliveStandInFor`.
public protocol KeepAliveStandInObject: AnyObject {
    static func keepAliveObject() -> Any
}

/// What stands for a declaration that a slice of an app does not compile (`keepalive-run init --slice`).
///
/// The class itself stands for values of modules that are not here: an instance has every property, and can be called
/// with any arguments. Each use of a stand-in is a line in the timeline, once.
@dynamicMemberLookup
@dynamicCallable
open class KeepAliveStandIn: KeepAliveStandInValue, Hashable, @unchecked Sendable {
    /// The name under which uses are noted, such as `Analytics.shared`.
    private let keepAliveName: String

    public init(keepAliveName: String) { self.keepAliveName = keepAliveName }

    open class var keepAliveEmptyValue: Any { KeepAliveStandIn(keepAliveName: "\(self)") }

    public static func == (first: KeepAliveStandIn, second: KeepAliveStandIn) -> Bool { first === second }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// A member of this value, which is noted. The type is implicitly unwrapped, because code may take it for an
    /// optional or not.
    public subscript(dynamicMember name: String) -> KeepAliveStandIn! {
        get { KeepAliveStandIn(keepAliveName: "\(keepAliveName).\(name)") }
        set { Self.note("\(keepAliveName).\(name)") }
    }

    public subscript<Value>(dynamicMember name: String) -> Value {
        get { Self.value("\(keepAliveName).\(name)") }
        set { Self.note("\(keepAliveName).\(name)") }
    }

    @discardableResult
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> KeepAliveStandIn! {
        result(arguments.map(\.key))
    }

    public func dynamicallyCall<Value>(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> Value {
        Self.value("\(keepAliveName)\(Self.labels(arguments.map(\.key)))")
    }

    /// A call with a closure, which is never called.
    @discardableResult
    @_disfavoredOverload
    public func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, (KeepAliveStandIn) -> Void>
    ) -> KeepAliveStandIn! { result(arguments.map(\.key)) }

    /// A call with a closure of two parameters, which is never called.
    @discardableResult
    @_disfavoredOverload
    public func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, (KeepAliveStandIn, KeepAliveStandIn) -> Void>
    ) -> KeepAliveStandIn! { result(arguments.map(\.key)) }

    private func result(_ labels: [String]) -> KeepAliveStandIn {
        let name = "\(keepAliveName)\(Self.labels(labels))"
        Self.note(name)
        return KeepAliveStandIn(keepAliveName: name)
    }

    private static func labels(_ labels: [String]) -> String {
        "(\(labels.map { $0.isEmpty ? "_:" : "\($0):" }.joined()))"
    }

    /// Writes into the timeline that a stand-in was used, when it is used for the first time.
    public static func note(_ name: String) { AppContext.current.note(standIn: name) }

    /// Notes that a stand-in was used.
    ///
    /// - Parameter name: what the value stands for, such as `FlowController.show(_:)`.
    /// - Returns: the empty value of the type: nil, false, 0, an empty text or collection, or an object without
    ///   content. A type without an empty value ends the app with a line on standard error.
    public static func value<Value>(_ name: String) -> Value {
        note(name)
        if let value = empty(Value.self) as? Value { return value }
        fatalError(
            "stand-in: \(name) has no value of the type \(Value.self). Write it in Linux.swift, or add its file to Sources.txt"
        )
    }

    /// Notes that a stand-in was used, of a function that returns an optional value of the type that its caller names.
    ///
    /// - Returns: the empty value of the type; `nil` if the type has none.
    public static func optional<Value>(_ name: String) -> Value? {
        note(name)
        return empty(Value.self) as? Value
    }

    private static func empty(_ type: Any.Type) -> Any? {
        if let type = type as? any KeepAliveStandInValue.Type { return type.keepAliveEmptyValue }
        if type == Void.self { return () }
        return StandInValues.objects[ObjectIdentifier(type)]?() ?? object(of: type)
    }

    /// Returns an object of a protocol or class of the app; `nil` if no class makes one.
    private static func object(of type: Any.Type) -> Any? {
        let parts = String(reflecting: type).replacing("any ", with: "").split(separator: ".")
        guard parts.count == 2 else { return nil }
        let name = "KeepAliveStandInFor\(parts[1])"
        // The class's name, mangled.
        let mangled = "\(parts[0].utf8.count)\(parts[0])\(name.utf8.count)\(name)C"
        return (_typeByName(mangled) as? any KeepAliveStandInObject.Type)?.keepAliveObject()
    }
}

extension AppContext {
    fileprivate func note(standIn name: String) {
        guard only({ NotedNames() }).isFirst(name) else { return }
        note("stand-in: \(name) was used, and does nothing")
    }
}

/// The stand-ins for which the timeline already has a line.
private final class NotedNames: @unchecked Sendable {
    private let lock = NSLock()
    private var names: Set<String> = []

    func isFirst(_ name: String) -> Bool { lock.withLock { names.insert(name).inserted } }
}
