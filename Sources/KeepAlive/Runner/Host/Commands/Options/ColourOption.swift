import ArgumentParser
import KeepAliveLinux

/// The choice of colours for a text.
struct ColourOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Colours: auto, always, never. Default: auto, on a terminal.", valueName: "WHEN"),
        completion: Completions.of(ColourChoice.self), transform: Values.choice)
    var color: ColourChoice?

    var onStandardOutput: Bool { (color ?? .auto).onStandardOutput }
    var onStandardError: Bool { (color ?? .auto).onStandardError }
}

/// The times at which colours are used.
enum ColourChoice: String, CaseIterable {
    case auto, always, never

    /// True when standard output has colours.
    var onStandardOutput: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Machine.standardOutputIsTerminal && Machine.variable("NO_COLOR") == nil
        }
    }

    /// True when standard error has colours.
    var onStandardError: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Machine.standardErrorIsTerminal && Machine.variable("NO_COLOR") == nil
        }
    }
}
