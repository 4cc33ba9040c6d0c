import KeepAliveModel

/// Apple's exceptions and errors, translated to JSON-RPC errors.
extension JSONRPCError {
    /// The code for an exception that a framework raises during the call.
    static let exceptionCode = -32001
    /// The code for an error that a framework returns.
    static let errorCode = -32002

    /// Returns an exception or error of Apple as a JSON-RPC error; returns any other error unchanged.
    package static func answer(_ error: any Error) -> any Error {
        switch error {
        case let exception as AppleException:
            JSONRPCError(
                code: exceptionCode, exception.reason,
                data: [
                    "name": .string(exception.name), "reason": .string(exception.reason),
                    "rule": .string(exception.rule.description),
                ])
        case let error as AudioSessionError:
            failure("NSOSStatusErrorDomain", Int(error.code), error.name, error.rule, error.description)
        case let error as ServiceError:
            failure(error.domain, error.code, error.name, error.rule, error.description)
        default: error
        }
    }

    private static func failure(
        _ domain: String, _ code: Int?, _ name: String, _ rule: RuleID, _ text: String
    ) -> JSONRPCError {
        var data: [String: JSONValue] = [
            "domain": .string(domain), "name": .string(name), "rule": .string(rule.description),
        ]
        data["code"] = code.map { .number(String($0)) }
        return JSONRPCError(code: errorCode, text, data: .object(data))
    }

    /// The exception that this error represents; `nil` if its code is not that of an exception.
    package var exception: AppleException? {
        guard code == Self.exceptionCode else { return nil }
        return AppleException(
            name: data?["name"]?.string ?? "NSInternalInconsistencyException",
            reason: data?["reason"]?.string ?? message, rule: RuleID(data?["rule"]?.string ?? "LC-01"))
    }
}
