import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The log that a private receiver plays.
struct ReplayOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A private gpsd fed with this log, endlessly: NMEA and GPX with the present time; what else gpsd knows at the log's pace.",
            valueName: "FILE"), completion: .file())
    var gpsReplay: String?

    @Flag(help: "Refuse a --gps-replay that is neither GPX nor NMEA without a wrong line.")
    var strict = false

    /// Where locations come from, if it is said.
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
