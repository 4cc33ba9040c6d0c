import KeepAliveModel

/// Apple's exceptions and errors in the form of the protocol.
extension JSONRPCError {
    /// The code of an exception that a framework raises in the call.
    static let exceptionCode = -32001
    /// The code of an error that a framework answers with.
    static let errorCode = -32002

    /// Returns an error of Apple's in the form of the protocol, and any other error as it is.
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

    /// The exception that an answer carries, if any.
    package var exception: AppleException? {
        guard code == Self.exceptionCode else { return nil }
        return AppleException(
            name: data?["name"]?.string ?? "NSInternalInconsistencyException",
            reason: data?["reason"]?.string ?? message, rule: RuleID(data?["rule"]?.string ?? "LC-01"))
    }
}
