extension SupervisedProcess {
    /// The files for the output of an app without a terminal. The app's standard input is empty.
    package struct Streams: Sendable, Equatable {
        /// The paths of the files to which output is appended; `nil` for the runner's own stream.
        package var standardOutput: String?
        package var standardError: String?

        package init(standardOutput: String? = nil, standardError: String? = nil) {
            self.standardOutput = standardOutput
            self.standardError = standardError
        }
    }
}
