extension SupervisedProcess {
    /// The destination of the output of an app without a terminal; its input is empty.
    package struct Streams: Sendable, Equatable {
        /// The paths of files that are appended to; `nil` for the runner's own stream.
        package var standardOutput: String?
        package var standardError: String?

        package init(standardOutput: String? = nil, standardError: String? = nil) {
            self.standardOutput = standardOutput
            self.standardError = standardError
        }
    }
}
