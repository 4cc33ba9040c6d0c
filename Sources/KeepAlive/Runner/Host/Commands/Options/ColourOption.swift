import ArgumentParser
import KeepAliveLinux

/// The option that selects whether a text has colours.
struct ColourOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Colours: auto, always, never. Default: auto, on a terminal.", valueName: "WHEN"),
        completion: Completions.of(ColourChoice.self), transform: Values.choice)
    var color: ColourChoice?

    var onStandardOutput: Bool { (color ?? .auto).onStandardOutput }
    var onStandardError: Bool { (color ?? .auto).onStandardError }
}

/// The conditions under which a text has colours. `auto` means on a terminal, unless NO_COLOR is set.
enum ColourChoice: String, CaseIterable {
    case auto, always, never

    /// True if text on standard output has colours.
    var onStandardOutput: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Machine.standardOutputIsTerminal && Machine.variable("NO_COLOR") == nil
        }
    }

    /// True if text on standard error has colours.
    var onStandardError: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Machine.standardErrorIsTerminal && Machine.variable("NO_COLOR") == nil
        }
    }
}
