/// Finds the line of a fault in an XML property list.
///
/// The decoder of FoundationEssentials names no line that can be relied on (it counts within the last tag), and goes as
/// deep as the file does. So this walks over the tags: before the decoder for the depth, after it when something is
/// wrong.
enum PropertyListDiagnosis {
    typealias Fault = PropertyListTags.Fault

    private static let containers: Set<String> = ["plist", "dict", "array"]
    private static let leaves: Set<String> = ["key", "string", "integer", "real", "true", "false", "date", "data"]

    /// The first fault that would lead the decoder astray: a container below a limit, or a part that is never closed.
    static func danger(deeperThan depthMax: Int, in bytes: [UInt8]) -> Fault? {
        var tags = PropertyListTags(bytes)
        var depth = 0
        do {
            while let tag = try tags.next() {
                guard !tag.isEmpty, !leaves.contains(tag.name) else { continue }
                depth += tag.closes ? -1 : 1
                if depth > depthMax { return Fault(line: tag.line, message: "nested deeper than \(depthMax) levels") }
            }
        } catch {
            return error
        }
        return nil
    }

    /// The first tag that does not fit, or `nil` when all tags fit together.
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
                throw Fault(line: tag.line, message: "<\(tag.text)> is not a tag of a property list")
            }
            if tag.closes {
                guard let last = open.popLast() else {
                    throw Fault(line: tag.line, message: "</\(tag.name)> closes nothing")
                }
                guard last.name == tag.name else {
                    let opening = "<\(last.name)>, which was opened on line \(last.line)"
                    throw Fault(line: tag.line, message: "</\(tag.name)> closes \(opening)")
                }
                if tag.name == "dict", let key = lastKey { throw Fault(line: key, message: "<key> has no value") }
                lastKey = tag.name == "key" ? tag.line : nil
            } else {
                if tag.name == "key", let key = lastKey { throw Fault(line: key, message: "<key> has no value") }
                lastKey = nil
                if !tag.isEmpty { open.append((tag.name, tag.line)) }
            }
        }
        if let last = open.last { throw Fault(line: last.line, message: "<\(last.name)> is never closed") }
    }
}
