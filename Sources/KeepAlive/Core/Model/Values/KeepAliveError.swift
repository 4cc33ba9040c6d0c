/// An error of KeepAlive, with a remedy for whoever runs the command.
public struct KeepAliveError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add kinds.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Wrapped: String {
            case manifest, usage, commandNotFound, commandNotExecutable, supervision, freezer, audio, location, output
            case interrupted, control, refusal, payload
        }
        private let wrapped: Wrapped

        /// The Info.plist cannot be read or has an invalid value.
        public static let manifest = Code(wrapped: .manifest)
        /// An option, a scenario or a configuration has an invalid value.
        public static let usage = Code(wrapped: .usage)
        /// The command does not exist.
        public static let commandNotFound = Code(wrapped: .commandNotFound)
        /// The command exists but cannot be executed.
        public static let commandNotExecutable = Code(wrapped: .commandNotExecutable)
        /// The process tree could not be started or watched.
        public static let supervision = Code(wrapped: .supervision)
        /// The process tree could not be frozen or thawed.
        public static let freezer = Code(wrapped: .freezer)
        /// The audio device cannot be used.
        public static let audio = Code(wrapped: .audio)
        /// The location receiver cannot be used.
        public static let location = Code(wrapped: .location)
        /// An output file cannot be written.
        public static let output = Code(wrapped: .output)
        /// The run was interrupted by a signal before the command was started.
        public static let interrupted = Code(wrapped: .interrupted)
        /// The payload of a push cannot be read or is not JSON.
        public static let payload = Code(wrapped: .payload)
        /// A running keepalive-run cannot be reached through its control socket.
        public static let control = Code(wrapped: .control)
        /// A running keepalive-run refused a request.
        public static let refusal = Code(wrapped: .refusal)

        /// The exit status of `keepalive-run` for this kind of error: 64 for usage, 125 for a failure of the runner,
        /// 126 if the command is not executable, 127 if the command is not found, 130 after an interruption.
        public var exitStatus: Int32 {
            switch wrapped {
            case .usage: 64
            case .commandNotFound: 127
            case .commandNotExecutable: 126
            case .interrupted: 130
            case .manifest, .supervision, .freezer, .audio, .location, .output, .control, .refusal, .payload: 125
            }
        }

        /// The kind's name, which `init(name:)` of another KeepAlive process turns back into the kind.
        public var description: String { wrapped.rawValue }

        private init(wrapped: Wrapped) { self.wrapped = wrapped }

        /// Creates the kind with a name that another KeepAlive process has sent; `nil` for an unknown name.
        package init?(name: String) {
            guard let wrapped = Wrapped(rawValue: name) else { return nil }
            self.init(wrapped: wrapped)
        }
    }

    /// The kind of the error, which decides the exit status.
    public let code: Code
    /// A description of the error that names the affected thing, without the remedy.
    public let message: String
    /// Advice on how to avoid the error; `nil` if the message already gives it.
    public let remedy: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: the kind of the error.
    ///   - message: the error in words, in one line without a final full stop.
    ///   - remedy: advice on how to avoid the error, in one line without a final full stop; `nil` for none.
    public init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The message and the remedy (if there is one) in one line.
    public var description: String {
        remedy.map { "\(message). \($0)" } ?? message
    }
}
