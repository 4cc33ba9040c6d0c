import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The log that a private receiver plays.
struct ReplayOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Feed a private gpsd with this log, endlessly: NMEA and GPX with the present time, other formats of gpsd at the log's pace.",
            valueName: "FILE"), completion: .file())
    var gpsReplay: String?

    @Flag(help: "Refuse a --gps-replay that is neither GPX nor NMEA without a wrong line.")
    var strict = false

    /// Returns the source of locations, if one is given.
    ///
    /// - Throws: `ValidationError` for `--strict` without a log.
    func choice() throws -> LocationChoice? {
        guard let gpsReplay else {
            if strict { throw ValidationError("--strict is for --gps-replay FILE") }
            return nil
        }
        return .replay(path: gpsReplay, isStrict: strict)
    }
}
