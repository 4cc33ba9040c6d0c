import KeepAliveFormats
import KeepAliveModel

extension Parameter where Value == TransferRequest {
    /// A `URLRequest` together with the settings of its session's configuration. Times are in seconds.
    package static let transferRequest = Parameter.object(
        "request",
        .group(
            .text("url", lengthMax: 8000), .text("httpMethod", lengthMax: 100).or("GET"),
            .texts(byName: "headers").or([:]), Parameter<String>.text("taskDescription", lengthMax: 10_000).optional,
            Parameter<Duration>.seconds("earliestBegin").optional, .flag("allowsCellularAccess").or(true),
            .flag("allowsConstrainedNetworkAccess").or(true),
            Parameter<Duration>.seconds("timeoutIntervalForRequest").or(.seconds(60)),
            Parameter<Duration>.seconds("timeoutIntervalForResource").optional
        ) { url, method, headers, description, earliest, cellular, constrained, idle, resource in
            var request = TransferRequest(.download, url: url)
            request.method = method
            request.headers = headers
            request.description = description
            request.earliestBegin = earliest
            request.allowsCellularAccess = cellular
            request.allowsConstrainedNetworkAccess = constrained
            request.idleTimeout = idle
            request.resourceTimeout = resource
            return request
        } split: {
            (
                $0.url, $0.method, $0.headers, $0.description, $0.earliestBegin, $0.allowsCellularAccess,
                $0.allowsConstrainedNetworkAccess, $0.idleTimeout, $0.resourceTimeout
            )
        })
}

/// A task of a background session whose end has not been reported to the app.
package struct OpenTransfer: Sendable, Hashable {
    package var number: Int
    package var origin: TransferOrigin
    package var method: String
    package var state: OpenTransferState

    package init(_ number: Int, _ origin: TransferOrigin, method: String, state: OpenTransferState) {
        self.number = number
        self.origin = origin
        self.method = method
        self.state = state
    }
}

extension Parameter where Value == OpenTransfer {
    package static let openTransfer = Parameter.group(
        .whole("task", 1...Int.max), .transferOrigin, .text("httpMethod"),
        Parameter<OpenTransferState>.choice("state")
    ) {
        OpenTransfer($0, $1, method: $2, state: $3)
    } split: {
        ($0.number, $0.origin, $0.method, $0.state)
    }
}
