import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The options for the log that a private gpsd replays.
struct ReplayOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Feed a private gpsd with this log, endlessly: NMEA and GPX with the present time, other formats of gpsd at the log's pace.",
            valueName: "FILE"), completion: .file())
    var gpsReplay: String?

    @Flag(help: "Refuse a --gps-replay that is neither GPX nor NMEA without a wrong line.")
    var strict = false

    /// Returns the log as the source of locations; `nil` if no log was given.
    ///
    /// - Throws: `ValidationError` if `--strict` was given without a log.
    func choice() throws -> LocationChoice? {
        guard let gpsReplay else {
            if strict { throw ValidationError("--strict is for --gps-replay FILE") }
            return nil
        }
        return .replay(path: gpsReplay, isStrict: strict)
    }
}
