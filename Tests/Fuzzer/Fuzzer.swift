import FoundationEssentials
import Glibc
import KeepAliveCrashReports
import KeepAliveFleet
import KeepAliveFormats
import KeepAliveRecordings
import KeepAliveScenarios
import KeepAliveYAML

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The readers of what comes from outside. Each takes any bytes, and may throw; none may trap, hang or eat the memory.
private let readers: [String: @Sendable ([UInt8]) throws -> Void] = [
    "json": { bytes in
        let value = try JSONValue(parsing: bytes)
        _ = (value.int, value.double, value.text, try? value.decoded(as: TransferRequest.self))
    },
    "message": { bytes in
        guard let message = try? JSONRPCMessage(parsing: bytes) else { return }
        _ = message.text
    },
    "manifest": { bytes in
        let manifest = try ManifestDecoder.decode(bytes, path: "Info.plist")
        _ = (manifest.warnings, manifest.backgroundModes, manifest.declaredTypes)
    },
    "nmea": { bytes in
        for isStrict in [false, true] {
            guard let replay = try? NMEAReplay(bytes, name: "log", isStrict: isStrict) else { continue }
            for index in 0..<min(replay.count, 8) { _ = (replay.epoch(index, at: 1.7e9), replay.period(after: index)) }
        }
    },
    "log": { bytes in _ = try DeviceReceiver.log(of: bytes, name: "log") },
    "scenario": { bytes in
        _ = try ScenarioReader.scenarios(in: String(decoding: bytes, as: UTF8.self), file: "s.yaml")
    },
    "population": { bytes in
        _ = try PopulationReader.population(in: String(decoding: bytes, as: UTF8.self), file: "p.yaml")
    },
    "record": { bytes in
        let record = try JSONValue(parsing: bytes).decoded(as: TransferRecord.self)
        guard record.isPlausible else { return }
        let task = record.restored
        let now = MonotonicInstant(nanoseconds: 1_000_000_000)
        _ = (now + (.zero - task.age), now + (.zero - task.timeSinceResume), try JSONValue(encoding: record).text)
        _ = (task.request.idleTimeout.inWords, task.request.earliestBegin.map { now + $0 })
    },
    "recording": { bytes in
        let recording = try Recording(bytes, file: "r.ndjson")
        let comparison = try RecordingComparison(recording)
        _ = RecordingComparisonText.text(comparison)
        _ = RecordingComparisonText.json(comparison).text
    },
    "report": { bytes in
        for report in try ReportFile.reports(in: bytes, file: "r.ips") {
            let explanation = CrashExplanation(report)
            _ = CrashExplanationText.text(explanation, file: "r.ips")
            _ = CrashExplanationText.json(explanation, file: "r.ips").text
            if let scenario = Reproduction(explanation)?.text {
                _ = try ScenarioReader.scenarios(in: scenario, file: "s.yaml")
            }
        }
    },
    "zone": { bytes in
        guard let rules = TimeZoneRules(name: "zone", tzif: bytes) else { return }
        for instant in [0, 1_700_000_000, Int64.max, Int64.min] { _ = rules.offset(at: instant) }
    },
    "option": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = (Duration(parsing: text)?.inWords, IOSVersion(parsing: text), try? ProfileOverride(parsing: text))
        _ = (TransferChallenge(headerField: text), FleetShard(parsing: text))
    },
]

/// The reader that KEEPALIVE_READER names.
private let reader: @Sendable ([UInt8]) throws -> Void = {
    let name = getenv("KEEPALIVE_READER").map { String(cString: $0) } ?? ""
    guard let reader = readers[name] else {
        let words = "KEEPALIVE_READER is one of \(readers.keys.sorted().joined(separator: " "))\n"
        _ = write(STDERR_FILENO, words, words.utf8.count)
        exit(64)
    }
    return reader
}()

private typealias Input = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer, https://llvm.org/docs/LibFuzzer.html: calls a function with each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>, _ input: Input
) -> CInt

/// The main function, by the name that SwiftPM gives to that of an executable.
@_cdecl("test_fuzzer_main")
public func fuzz(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var (count, arguments) = (count, arguments)
    return runFuzzer(&count, &arguments) { data, size in
        try? reader(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    }
}
