import KeepAliveModel

/// Checks the tags of an XML property list and finds the line of a fault.
///
/// The decoder of FoundationEssentials reports unreliable line numbers (it counts within the last tag), and recurses as
/// deep as the file is nested. So the tags are read separately: before decoding to limit the depth, and after a
/// decoding error to find its line.
enum PropertyListDiagnosis {
    typealias Fault = PropertyListReader.Fault

    private static let containers: Set<String> = ["plist", "dict", "array"]
    private static let leaves: Set<String> = ["key", "string", "integer", "real", "true", "false", "date", "data"]

    /// Throws a fault if the list exceeds its limits or has a part that is never closed, because the decoder must not
    /// read such a list.
    static func check(_ bytes: [UInt8], _ limits: PropertyListReader.Limits) throws(Fault) {
        var tags = PropertyListTags(bytes)
        var (values, depth) = (0, 0)
        while let tag = try tags.next() {
            if !tag.closes { values += 1 }
            guard values <= limits.values else {
                throw Fault("more than \(limits.values) keys and values", line: tag.line)
            }
            guard !tag.isEmpty, !leaves.contains(tag.name) else { continue }
            depth += tag.closes ? -1 : 1
            guard depth <= limits.depth else {
                throw Fault("nested deeper than \(limits.depth) levels", line: tag.line)
            }
        }
    }

    /// Returns the fault at the first tag that does not fit; `nil` if all tags are correctly nested.
    static func firstFault(in bytes: [UInt8]) -> Fault? {
        do {
            try check(bytes)
        } catch {
            return error
        }
        return nil
    }

    private static func check(_ bytes: [UInt8]) throws(Fault) {
        var tags = PropertyListTags(bytes)
        var open: [(name: String, line: Int)] = []
        var lastKey: Int?
        while let tag = try tags.next() {
            guard containers.contains(tag.name) || leaves.contains(tag.name) else {
                throw Fault("<\(tag.text.shortened(to: 60))> is not a tag of a property list", line: tag.line)
            }
            if tag.closes {
                guard let last = open.popLast() else {
                    throw Fault("</\(tag.name)> closes nothing", line: tag.line)
                }
                guard last.name == tag.name else {
                    let opening = "<\(last.name)>, which was opened on line \(last.line)"
                    throw Fault("</\(tag.name)> closes \(opening)", line: tag.line)
                }
                if tag.name == "dict", let key = lastKey { throw Fault("<key> has no value", line: key) }
                lastKey = tag.name == "key" ? tag.line : nil
            } else {
                if tag.name == "key", let key = lastKey { throw Fault("<key> has no value", line: key) }
                lastKey = nil
                if !tag.isEmpty { open.append((tag.name, tag.line)) }
            }
        }
        if let last = open.last { throw Fault("<\(last.name)> is never closed", line: last.line) }
    }
}
