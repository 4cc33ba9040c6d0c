import FoundationEssentials
import KeepAliveModel

/// Decodes property lists from untrusted sources.
///
/// The decoder of FoundationEssentials recurses as deep as a list is nested, follows each reference of a binary list
/// every time that it occurs, and trusts the lengths of texts. A file of a few kilobytes can therefore take any amount
/// of time and memory, or crash the process. So each list is checked first, and a list that exceeds its limits is not
/// decoded.
package enum PropertyListReader {
    /// The limits of a property list.
    package struct Limits: Sendable {
        /// The maximum size of the file in bytes.
        package let bytes: Int
        /// The maximum number of keys and values; an object counts once for each reference to it.
        package let values: Int
        /// The maximum number of bytes in texts and data; an object counts once for each reference to it.
        package let content: Int
        /// The maximum depth of nesting. The limit protects the stack, because the decoder recurses.
        package let depth = 64

        /// Creates limits for a file of so many bytes, with so many keys and values. The limit for texts and data is
        /// four times the size of the file, because several references may share one text.
        package init(bytes: Int, values: Int) {
            self.bytes = bytes
            self.values = values
            content = 4 * bytes
        }
    }

    /// The reason why a property list is not decoded.
    package struct Fault: Error, Equatable {
        package let message: String
        /// The line of the fault; `nil` if it is unknown or the list is binary.
        package let line: Int?
        /// Advice on how to correct the file; `nil` if the message already gives it.
        package let remedy: String?

        package init(_ message: String, line: Int? = nil, remedy: String? = nil) {
            self.message = message
            self.line = line
            self.remedy = remedy
        }

        /// The line, if known, and the message.
        package var description: String { line.map { "line \($0): \(message)" } ?? message }
    }

    /// Decodes a property list, XML or binary.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - limits: the limits that the list must keep.
    ///   - readsText: true if the old text format of Xcode's project files is accepted, too.
    /// - Throws: ``Fault``, or errors of the decoded type.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], limits: Limits, readsText: Bool = false
    ) throws -> Value {
        guard !bytes.isEmpty else { throw Fault("the file is empty") }
        guard bytes.count <= limits.bytes else {
            throw Fault("\(bytes.count) bytes are too many", remedy: "The limit is \(limits.bytes) bytes")
        }
        // Only `bplist0` marks the supported binary format. Other texts that start with `bplist` are refused below,
        // because the decoder would read them as text.
        if bytes.starts(with: "bplist0".utf8) {
            try BinaryPropertyList.check(bytes, limits)
            do {
                return try PropertyListDecoder().decode(type, from: Data(bytes))
            } catch DecodingError.dataCorrupted(let context) {
                throw Fault("damaged binary property list: \(explanation(of: context))")
            }
        }
        // Leading white space is removed, so that this function and the decoder agree on whether the text is XML.
        let text = utf8(bytes)
        let start = text.firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? text.endIndex
        let isXML = start < text.endIndex && text[start] == UInt8(ascii: "<")
        guard isXML || readsText, !text.starts(with: "bplist".utf8), !text.contains(0) else {
            throw Fault(
                "not a property list", remedy: "Expected XML that starts with '<?xml' or '<plist', or a binary plist")
        }
        if isXML {
            try PropertyListDiagnosis.check(text, limits)
        } else {
            try TextPropertyList.check(text, limits)
        }
        do {
            return try PropertyListDecoder().decode(type, from: Data(text[start...]))
        } catch DecodingError.dataCorrupted(let context) {
            if isXML, let fault = PropertyListDiagnosis.firstFault(in: text) { throw fault }
            throw Fault("damaged property list: \(explanation(of: context))")
        }
    }

    private static func explanation(of context: DecodingError.Context) -> String {
        let detail = (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
        return detail ?? context.debugDescription
    }

    /// Returns the text as UTF-8 without a byte-order mark. UTF-16 is converted, because a property list may use it.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let littleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard littleEndian || bytes.starts(with: [0xFE, 0xFF]) else {
            return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (low, high) = littleEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        var text = String(decoding: units, as: UTF16.self)
        // The declared encoding is replaced, because the text is now UTF-8.
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            text.replaceSubrange(text.startIndex..<end.upperBound, with: "<?xml version=\"1.0\"?>")
        }
        return Array(text.utf8)
    }
}
