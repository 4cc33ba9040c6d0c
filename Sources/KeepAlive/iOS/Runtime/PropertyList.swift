import Foundation
import KeepAliveModel

/// Converts property lists to JSON and back. JSON has neither dates nor data: they become objects with one member.
package enum PropertyList {
    private static let date = "NS.date"
    private static let data = "NS.data"

    /// Returns a dictionary as JSON. A value that no property list can hold is left out.
    package static func json(_ dictionary: [AnyHashable: Any]) -> JSONValue {
        var all: [String: JSONValue] = [:]
        for (key, value) in dictionary {
            guard let name = key as? String, let value = json(value) else { continue }
            all[name] = value
        }
        return .object(all)
    }

    private static func json(_ value: Any) -> JSONValue? {
        // The type decides: an NSNumber of 0 or 1 is a number, but can be cast to Bool.
        if type(of: value) == Bool.self, let flag = value as? Bool { return .bool(flag) }
        return switch value {
        case let value as String: .string(value)
        case let value as Int: .number(String(value))
        case let value as Double: .number(value)
        case let value as NSNumber: .number(value.doubleValue)
        case let value as Date: .object([date: .number(value.timeIntervalSince1970)])
        case let value as Data: .object([data: .string(value.base64EncodedString())])
        case let value as URL: .string(value.absoluteString)
        case let value as [AnyHashable: Any]: json(value)
        case let value as [Any]: .array(value.compactMap { json($0) })
        default: nil
        }
    }

    package static func dictionary(_ json: JSONValue) -> [AnyHashable: Any] {
        guard case .object(let members) = json else { return [:] }
        return members.reduce(into: [:]) { all, member in all[member.key] = value(member.value) }
    }

    private static func value(_ json: JSONValue) -> Any? {
        switch json {
        case .null: nil
        case .bool(let value): value
        case .string(let value): value
        case .number: json.int ?? json.double
        case .array(let elements): elements.compactMap { value($0) }
        case .object(let members):
            if members.count == 1, let seconds = json[date]?.double {
                Date(timeIntervalSince1970: seconds)
            } else if members.count == 1, let bytes = json[data]?.string.flatMap({ Data(base64Encoded: $0) }) {
                bytes
            } else {
                dictionary(json)
            }
        }
    }

    /// Returns the payload of a push with the types of `JSONSerialization`, as on iOS: a number is an `NSNumber`, which
    /// an app can cast to Int as well as to Double.
    package static func payload(_ json: JSONValue) -> [AnyHashable: Any] {
        guard case .object(let members) = json else { return [:] }
        return Dictionary(uniqueKeysWithValues: members.map { (AnyHashable($0.key), object($0.value)) })
    }

    private static func object(_ json: JSONValue) -> Any {
        switch json {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let text): Int(text).map { NSNumber(value: $0) } ?? NSNumber(value: Double(text) ?? 0)
        case .string(let text): text
        case .array(let elements): elements.map(object)
        case .object: payload(json)
        }
    }
}
