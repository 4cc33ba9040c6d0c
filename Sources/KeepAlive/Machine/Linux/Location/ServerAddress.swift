import Glibc
import KeepAlivePolicy
import SystemPackage

/// The address of a gpsd: its host and port, and the socket addresses that were found for it.
package struct ServerAddress: Sendable, Hashable {
    /// One socket address of the server.
    struct Endpoint: Sendable, Hashable, Codable {
        /// `AF_INET` or `AF_INET6`.
        let family: CInt
        /// The `sockaddr` structure as bytes.
        let bytes: [UInt8]
        /// The host as a numeric address, which needs no look-up.
        let numericHost: String
    }

    /// The host name or the numeric address, without brackets.
    let host: String
    /// The TCP port.
    let port: UInt16
    /// The addresses of the host, in the resolver's order; empty before a host name has been looked up.
    private(set) var endpoints: [Endpoint]

    /// The time limit of a look-up: two attempts of the resolver, 5 s each. The limit is this project's choice.
    private static let lookupLimit = Duration.seconds(10)

    /// The address as `HOST:PORT`, with an IPv6 address in brackets.
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Creates an address. A host that is a numeric address needs no look-up.
    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
        if case .found(let endpoints) = Self.resolve(host, port, flags: AI_NUMERICHOST) {
            self.endpoints = endpoints
        } else {
            endpoints = []
        }
    }

    /// Looks up the addresses of the host, and runs the loop meanwhile. This function must not be called from a
    /// callback of the loop.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if the name is unknown.
    func lookedUp(on loop: EventLoop) throws -> ServerAddress {
        guard endpoints.isEmpty else { return self }
        var result = self
        switch try NameService.ask(
            NameQuestion(host: host, port: port), limit: Self.lookupLimit, loop: loop)
        {
        case .found(let endpoints):
            result.endpoints = endpoints
            return result
        case .unknown(let cause):
            throw KeepAliveError(
                .location, "cannot find the host \(host) of the gpsd: \(cause)",
                remedy: "Check the spelling, or give its address in digits")
        }
    }

    /// Looks up a host with getaddrinfo(3), which may block while it waits for name servers.
    static func resolve(_ host: String, _ port: UInt16, flags: CInt) -> NameAnswer {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV | flags
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        var endpoints: [Endpoint] = []
        var entry = status == 0 ? list : nil
        while let info = entry?.pointee {
            if let endpoint = endpoint(info) { endpoints.append(endpoint) }
            entry = info.ai_next
        }
        guard endpoints.isEmpty else { return .found(endpoints) }
        return .unknown(status == 0 ? "it has no address" : String(cString: gai_strerror(status)).lowercasedFirst)
    }

    private static func endpoint(_ info: addrinfo) -> Endpoint? {
        guard let address = info.ai_addr else { return nil }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(
                address, info.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
        return Endpoint(family: info.ai_family, bytes: bytes, numericHost: text(name))
    }

    /// Parses `HOST:PORT`, `[IPv6]:PORT`, or `HOST` alone, for which the port is gpsd's registered port 2947.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    static func parse(_ text: String) throws -> (host: String, port: UInt16) {
        let problem: String
        var host = text[...]
        var port = "2947"[...]
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if rest.hasPrefix(":") { port = rest.dropFirst() } else if !rest.isEmpty { host = "" }
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        } else if text.contains(":") {
            throw KeepAliveError(
                .usage, "\"\(text)\" is not HOST:PORT", remedy: "Put an IPv6 address in brackets: [::1]:2947")
        }
        if host.isEmpty || host.contains(where: { $0 == "[" || $0 == "]" || $0.isWhitespace }) {
            problem = "has no host"
        } else if let number = UInt16(port), number > 0, port.allSatisfy(\.isNumber) {
            return (String(host), number)
        } else {
            problem = "has no port from 1 to 65535"
        }
        throw KeepAliveError(
            .usage, "\"\(text)\" \(problem)", remedy: "Write HOST:PORT, for example localhost:2947 or [::1]:2947")
    }
}

/// Returns the text of a C buffer up to its terminating 0.
func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension String {
    /// The text with its first letter in lower case, for use inside a sentence: "Connection refused" → "connection
    /// refused".
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Errno {
    /// The description of the error, for use inside a sentence.
    var phrase: String { description.lowercasedFirst }
}
