/// An error of KeepAlive, with a remedy.
public struct KeepAliveError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error. More may be added.
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
        /// A running system refused a request.
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

        private init(wrapped: Wrapped) { self.wrapped = wrapped }

        /// Returns the kind of a name, which another process of this program has sent.
        package init?(name: String) {
            guard let wrapped = Wrapped(rawValue: name) else { return nil }
            self.init(wrapped: wrapped)
        }
    }

    /// The kind of the error.
    public let code: Code
    /// The error in words, with the name of the thing that it happened to.
    public let message: String
    /// The remedy, or `nil` when the message says it already.
    public let remedy: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: the kind of the error.
    ///   - message: the error in words, in one line without a final full stop.
    ///   - remedy: the remedy, in one line without a final full stop.
    public init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The message and the remedy, in one line.
    public var description: String {
        remedy.map { "\(message). \($0)" } ?? message
    }
}
