/// An error of KeepAlive: what happened, and what to do about it.
public struct KeepAliveError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong. More may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Wrapped: String {
            case manifest, usage, commandNotFound, commandNotExecutable, supervision, freezer, audio, location, output
            case interrupted, control, refusal, payload
        }
        private let wrapped: Wrapped

        /// The Info.plist cannot be read or says something impossible.
        public static let manifest = Code(wrapped: .manifest)
        /// An option has a value that does not fit.
        public static let usage = Code(wrapped: .usage)
        /// There is no such command.
        public static let commandNotFound = Code(wrapped: .commandNotFound)
        /// The command exists and cannot be executed.
        public static let commandNotExecutable = Code(wrapped: .commandNotExecutable)
        /// The process tree could not be started or watched.
        public static let supervision = Code(wrapped: .supervision)
        /// The process tree could not be frozen or thawed.
        public static let freezer = Code(wrapped: .freezer)
        /// The audio device cannot be used.
        public static let audio = Code(wrapped: .audio)
        /// The location receiver cannot be used.
        public static let location = Code(wrapped: .location)
        /// A file that was asked for cannot be written.
        public static let output = Code(wrapped: .output)
        /// A signal arrived before the command was started.
        public static let interrupted = Code(wrapped: .interrupted)
        /// The payload of a push cannot be read or is no JSON.
        public static let payload = Code(wrapped: .payload)
        /// A running system cannot be reached.
        public static let control = Code(wrapped: .control)
        /// A running system refused what it was asked.
        public static let refusal = Code(wrapped: .refusal)

        /// The exit status of `keepalive-run` for this kind: 64 usage, 125 own failure, 126 not executable,
        /// 127 not found.
        public var exitStatus: Int32 {
            switch wrapped {
            case .usage: 64
            case .commandNotFound: 127
            case .commandNotExecutable: 126
            case .interrupted: 130
            case .manifest, .supervision, .freezer, .audio, .location, .output, .control, .refusal, .payload: 125
            }
        }

        /// The name of the kind.
        public var description: String { wrapped.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What happened, with the name of the thing it happened to.
    public let message: String
    /// What to do about it, or `nil` when the message says it already.
    public let remedy: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: what kind of thing went wrong.
    ///   - message: what happened, in one line without a final full stop.
    ///   - remedy: what to do about it, in one line without a final full stop.
    public init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// One line: what happened, and what to do about it.
    public var description: String {
        remedy.map { "\(message). \($0)" } ?? message
    }
}
