import FoundationEssentials
import KeepAliveModel

/// Decodes property lists that somebody else made.
///
/// The decoder of FoundationEssentials goes as deep as a list does, follows each reference of a binary list as often as it
/// stands there, and takes the length of a text for true. A file of some kilobytes can so ask for any time and memory, or
/// end the process. Thus a list is walked over first, and what asks for more than its limits is not decoded.
package enum PropertyListReader {
    /// The limits of a property list.
    package struct Limits: Sendable {
        /// The greatest size of the file, in bytes.
        package let bytes: Int
        /// The most keys and values, each counted as often as it is referred to.
        package let values: Int
        /// The most bytes of texts and data, each counted as often as it is referred to.
        package let content: Int
        /// The deepest nesting. The decoder recurses.
        package let depth = 64

        /// Creates limits for a file of so many bytes, with so many keys and values. Texts that are referred to often may
        /// add up to four times the size of the file.
        package init(bytes: Int, values: Int) {
            self.bytes = bytes
            self.values = values
            content = 4 * bytes
        }
    }

    /// A property list that is not decoded, and why.
    package struct Fault: Error, Equatable {
        /// The reason, in words.
        package let message: String
        /// The line of a text.
        package let line: Int?
        /// The remedy, or `nil` when the message says it already.
        package let remedy: String?

        /// Creates a fault.
        package init(_ message: String, line: Int? = nil, remedy: String? = nil) {
            self.message = message
            self.line = line
            self.remedy = remedy
        }

        /// The line, where it is known, and the message.
        package var description: String { line.map { "line \($0): \(message)" } ?? message }
    }

    /// Decodes a property list, XML or binary.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - limits: what the list may ask for.
    ///   - readsText: true where the old text format is read, too, which projects of Xcode have.
    /// - Throws: ``Fault``; errors of the type that is decoded.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], limits: Limits, readsText: Bool = false
    ) throws -> Value {
        guard !bytes.isEmpty else { throw Fault("the file is empty") }
        guard bytes.count <= limits.bytes else {
            throw Fault("\(bytes.count) bytes are too many", remedy: "The limit is \(limits.bytes) bytes")
        }
        // The decoder takes all else that begins like a binary list for text.
        if bytes.starts(with: "bplist0".utf8) {
            try BinaryPropertyList.check(bytes, limits)
            do {
                return try PropertyListDecoder().decode(type, from: Data(bytes))
            } catch DecodingError.dataCorrupted(let context) {
                throw Fault("damaged binary property list: \(explanation(of: context))")
            }
        }
        // Without what is before the first bracket, this and the decoder take the same thing for XML.
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

    /// The bytes as UTF-8 without a byte-order mark; a property list may be UTF-16.
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
        // The encoding that the text declares is no longer true.
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            text.replaceSubrange(text.startIndex..<end.upperBound, with: "<?xml version=\"1.0\"?>")
        }
        return Array(text.utf8)
    }
}
