import FoundationEssentials
import KeepAliveFleet
import KeepAliveLinux
import KeepAlivePolicy

/// Reads the result files of fleets.
package enum FleetFiles {
    /// The largest file that is read, in bytes.
    private static let sizeMaxBytes = 1 << 30

    /// Reads the result files of shards and merges them.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a file is not a result, or if the results do not form a
    ///   whole fleet.
    package static func merge(_ paths: [String]) throws -> FleetResult {
        try FleetMerge.merge(paths.map { ($0, try result(at: $0)) })
    }

    private static func result(at path: String) throws -> FleetResult {
        let bytes = try InputFile.bytes(
            of: path, limit: sizeMaxBytes, code: .usage, what: "a result of 'simulate --shard'")
        guard !bytes.isEmpty else {
            throw KeepAliveError(.usage, "\(path): empty: the run that was to write it has not ended")
        }
        do {
            return try JSONDecoder().decode(FleetResult.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw KeepAliveError(.usage, "\(path): no result of 'simulate --shard': \(explanation(of: error))")
        }
    }

    private static func explanation(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
            return path.isEmpty ? "not JSON" : "\(path): \(context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}
