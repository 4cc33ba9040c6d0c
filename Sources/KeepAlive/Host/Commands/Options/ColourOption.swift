import ArgumentParser
import KeepAliveLinux

/// Whether a text has colours.
struct ColourOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Colours: auto, always, never. Default: auto, on a terminal.", valueName: "WHEN"),
        completion: Completions.of(ColourChoice.self), transform: Values.choice)
    var color: ColourChoice?

    var onStandardOutput: Bool { (color ?? .auto).onStandardOutput }
    var onStandardError: Bool { (color ?? .auto).onStandardError }
}

/// When to use colours.
enum ColourChoice: String, CaseIterable {
    case auto, always, never

    /// Whether to use them on standard output.
    var onStandardOutput: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Machine.standardOutputIsTerminal && Machine.variable("NO_COLOR") == nil
        }
    }

    /// Whether to use them on standard error.
    var onStandardError: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Machine.standardErrorIsTerminal && Machine.variable("NO_COLOR") == nil
        }
    }
}
