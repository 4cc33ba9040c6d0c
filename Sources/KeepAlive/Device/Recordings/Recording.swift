import KeepAliveFormats
import KeepAlivePolicy

/// A recording that an app made of itself on a phone: see Examples/Recorder.
package struct Recording: Sendable {
    /// A line of the recording.
    package struct Line: Sendable, Hashable {
        /// The number of the line in the file, from 1.
        package var number: Int
        /// The seconds since the beginning of the life.
        package var t: Double
        package var event: Event
    }

    /// What a line tells of.
    package enum Event: Sendable, Hashable {
        case beat
        /// The app did something, by a verb of scenarios.
        case did(verb: String, argument: JSONValue?, remaining: Double?)
        /// The app got a callback, with what it was told.
        case got(callback: String, fields: JSONValue)
        /// The state of the device changed.
        case device(JSONValue)
    }

    /// What is true of the app and the device at the beginning of a life.
    package struct Header: Sendable, Hashable {
        /// The seconds from one beat to the next.
        package var interval: Double
        package var ios: IOSVersion
        package var modes: [String]
        package var permittedTasks: [String]
        package var hasScenes: Bool
        /// True if the app was in the background when the recording began. An app with scenes is so at every launch.
        package var isInBackground: Bool
        /// True if the app was in use already when the recording began, so that its launch is not in it.
        package var isActive: Bool
        package var isLowPower: Bool
        package var allowsRefresh: Bool
        /// True if protected data were not available, as on a locked device.
        package var isLocked: Bool
        /// The year of the recording; `nil` if the phone's clock is not recorded.
        package var year: Int?
    }

    /// The life of one process, from its launch to its last line.
    package struct Life: Sendable, Hashable {
        package var header: Header
        package var lines: [Line]
        /// True if a later process of the app was recorded, so that this one has ended.
        package var hasSuccessor = false

        /// True if the system launched the process into the background, not the user into the foreground.
        package var isLaunchedInBackground: Bool {
            guard header.isInBackground else { return false }
            for line in lines {
                guard line.t < 5, case .got(let callback, _) = line.event else { continue }
                if RecordedCallback.all[callback]?.isWake ?? false { return true }
                if callback == "willEnterForeground" || callback == "didBecomeActive" { return false }
            }
            return true
        }

        /// The seconds from the beginning to the last line.
        package var duration: Double { lines.last?.t ?? 0 }
    }

    package var file: String
    package var lives: [Life]
}

extension Recording {
    /// The size of the largest recording that is read, in bytes.
    package static let sizeMaxBytes = 64 << 20

    /// Reads a recording as the recorder writes it.
    ///
    /// A last line that is torn, as a kill leaves it, is left out.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, with the file and the line, for anything else than a recording.
    package init(_ bytes: [UInt8], file: String) throws {
        self.file = file
        lives = []
        var start = 0.0
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, text) in lines.enumerated() where !text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
            let place = "\(file):\(index + 1)"
            let value: JSONValue
            do {
                value = try JSONValue(parsing: Self.withoutTornLine(text))
            } catch {
                // A kill tears the last line.
                if index == lines.count - 1, index > 0 { break }
                throw KeepAliveError(
                    .usage, "\(place): this is no line of JSON: \(error)",
                    remedy: "Expected a recording of Examples/Recorder: a line of JSON for each event")
            }
            guard let kind = value["event"]?.string, let t = value["t"]?.double, t.isFinite, t.magnitude < 1e12 else {
                throw KeepAliveError(.usage, "\(place): a line of a recording has 'event' and 't', in seconds")
            }
            if kind == "recording" {
                if let last = lives.indices.last { lives[last].hasSuccessor = true }
                lives.append(Life(header: try Header(value, place: place), lines: []))
                start = t
                continue
            }
            guard let life = lives.indices.last else {
                throw KeepAliveError(
                    .usage, "\(place): a recording begins with an event 'recording'",
                    remedy: "It may be the end of a longer one")
            }
            guard t >= start else {
                throw KeepAliveError(.usage, "\(place): 't' is before the beginning of this process")
            }
            lives[life].lines.append(
                Line(number: index + 1, t: t - start, event: try Event(kind, value, place: place)))
        }
        guard !lives.isEmpty else { throw KeepAliveError(.usage, "\(file): the recording is empty") }
        // Two threads may write in another order than they looked at the clock.
        for index in lives.indices { lives[index].lines.sort { ($0.t, $0.number) < ($1.t, $1.number) } }
    }
}

extension Recording {
    private static let begin = Array(#"{"event":"recording""#.utf8)

    /// Returns a line without the line before it that a kill tore, and that the next process went on behind.
    private static func withoutTornLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !text.starts(with: begin) else { return text }
        for start in text.indices where text[start] == begin[0] && text[start...].starts(with: begin) {
            return text[start...]
        }
        return text
    }
}

extension Recording.Header {
    fileprivate init(_ value: JSONValue, place: String) throws {
        guard value["version"]?.int == 1 else {
            throw KeepAliveError(.usage, "\(place): a recording of version 1 was expected")
        }
        guard let version = value["ios"]?.string.flatMap({ IOSVersion(parsing: $0) }) else {
            throw KeepAliveError(.usage, "\(place): 'ios' is no version, such as 17.2")
        }
        guard let interval = value["interval"]?.double, interval >= 0.01, interval <= 60 else {
            throw KeepAliveError(.usage, "\(place): 'interval' is no number of seconds from 0.01 to 60")
        }
        ios = version
        self.interval = interval
        modes = value["modes"]?.array?.compactMap(\.string) ?? []
        permittedTasks = value["tasks"]?.array?.compactMap(\.string) ?? []
        hasScenes = value["scenes"]?.bool ?? false
        isInBackground = value["state"]?.string == "background"
        isActive = value["state"]?.string == "active"
        isLowPower = value["lowPower"]?.bool ?? false
        isLocked = value["protectedData"]?.bool == false
        allowsRefresh = value["refresh"]?.bool ?? true
        year = value["wall"]?.double.flatMap { wall in
            wall.magnitude < 1e11 ? CivilDate(secondsSince1970: Int64(clamping: wall)).year : nil
        }
    }
}

extension Recording.Event {
    fileprivate init(_ kind: String, _ value: JSONValue, place: String) throws {
        switch kind {
        case "beat": self = .beat
        case "did":
            guard let verb = value["verb"]?.string else { throw KeepAliveError(.usage, "\(place): 'verb' is missing") }
            guard !verb.isEmpty, verb.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }) else {
                throw KeepAliveError(
                    .usage, "\(place): '\(verb.shortened(to: 40))' is no verb",
                    remedy: "'keepalive-run list verbs' prints all")
            }
            self = .did(verb: verb, argument: value["argument"], remaining: value["remaining"]?.double)
        case "got":
            guard let callback = value["callback"]?.string else {
                throw KeepAliveError(.usage, "\(place): 'callback' is missing")
            }
            self = .got(callback: callback, fields: value)
        case "device": self = .device(value)
        default:
            throw KeepAliveError(
                .usage, "\(place): '\(kind.shortened(to: 40))' is no event of a recording",
                remedy: "Expected recording, beat, did, got or device")
        }
    }
}
