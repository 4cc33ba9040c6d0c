import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

@Suite struct EnergyModelTests {
    private static let pixel = EnergyProfile.named("pixel-3")

    /// The figures of an hour, by name.
    private static func hour(_ values: [String: Double]) -> @Sendable (MeasuredQuantity) -> Double? {
        return { $0.part == .workload ? values[$0.name] ?? 0 : nil }
    }

    /// 46.9 wakeups a second of 40 us each, as a player of 1,024 frames has them.
    private static let silentAudio = hour([
        "cpuSeconds": 6.75, "idleWakeups": 168_840, "awakeHoldSeconds": 3600, "audioStreamSeconds": 3600,
    ])
    private static let location = hour([
        "cpuSeconds": 1.08, "idleWakeups": 18_000, "awakeHoldSeconds": 3600, "gnssSeconds": 3600,
        "gnssAcquisitionSeconds": 30,
    ])
    private static let fourTasks = hour(["cpuSeconds": 8, "idleWakeups": 800, "awakeHoldSeconds": 12])

    @Test("every profile that comes with the program reads, and every coefficient has its source")
    func builtIn() {
        #expect(EnergyProfile.builtIn.map(\.name) == ["pixel-3", "oneplus-3", "sbc-m8q-wm8904"])
        #expect(EnergyProfile.builtInNames == EnergyProfile.builtIn.map(\.name))
        for profile in EnergyProfile.builtIn {
            #expect(profile.coefficients.values.allSatisfy { $0.source.count > 10 }, "\(profile.name)")
        }
        // What the OnePlus's own file does not say is the Pixel's.
        #expect(EnergyProfile.named("oneplus-3")?.coefficients[.cpu] == Self.pixel?.coefficients[.cpu])
    }

    @Test("an hour of silent audio on a Pixel 3 is the sum of its terms")
    func workedExample() throws {
        let estimate = EnergyEstimate(try #require(Self.pixel), of: Self.silentAudio)
        let terms = Dictionary(uniqueKeysWithValues: estimate.terms.map { ($0.term, $0.joules) })
        #expect(abs((terms[.cpu]?.typical ?? 0) - 0.837) < 0.001)
        #expect(abs((terms[.wakeups]?.typical ?? 0) - 16.884) < 0.001)
        #expect(abs((terms[.wakeups]?.low ?? 0) - 4.221) < 0.001)
        #expect(abs((terms[.awake]?.typical ?? 0) - 69.12) < 0.001)
        #expect(abs((terms[.audio]?.typical ?? 0) - 997.2) < 0.001)
        let total = try #require(estimate.joules)
        #expect(abs(total.typical - (0.837 + 16.884 + 69.12 + 997.2)) < 0.001)
        #expect(total.low < 200 && total.high > 1_700, "\(total)")
        #expect(abs((estimate.batteryPercent?.typical ?? 0) - total.typical / 388) < 1e-9)
        #expect(estimate.unknown.isEmpty && estimate.leftOut.isEmpty)
    }

    private static func runs(_ arms: [String: (MeasuredQuantity) -> Double?], blocks: Int) -> [MeasuredRun] {
        (1...blocks).flatMap { block in
            arms.sorted { $0.key < $1.key }.map { name, value in
                var values: [String: Double] = [:]
                for proxy in Proxy.allCases { values[proxy.rawValue] = value(MeasuredQuantity(proxy)) }
                return MeasuredRun(arm: name, block: block, noise: MachineNoise(), ended: "exit 0", values: values)
            }
        }
    }

    @Test("audio against location depends on the device; both cost more than tasks on every one")
    func ranking() throws {
        let runs = Self.runs(
            ["audio": Self.silentAudio, "location": Self.location, "tasks": Self.fourTasks], blocks: 5)
        let comparison = Comparison(
            arms: ["tasks", "audio", "location"], runs: runs, seed: 1, energy: Self.pixel)
        let energy = try #require(comparison.energy)
        let verdicts = energy.pairs.map { "\($0.other) \($0.verdict.rawValue) \($0.arm)" }
        #expect(
            verdicts == ["audio more tasks", "location more tasks", "location dependsOnDevice audio"], "\(verdicts)")
        #expect(energy.pairs[2].decides == .audio || energy.pairs[2].decides == .gnssTrack)
        #expect(energy.arms.allSatisfy { $0.repeats.isExact })
        // The shared coefficients move together: what both have alike decides nothing.
        let same = Comparison(
            arms: ["one", "other"],
            runs: Self.runs(["one": Self.silentAudio, "other": Self.silentAudio], blocks: 3), seed: 1,
            energy: Self.pixel)
        #expect(same.energy?.pairs.first?.verdict == .same)
        let text = ComparisonText(comparison, runs: runs).rendered()
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
        #expect(text.contains("location against audio  depends: "))
    }

    @Test("without idle wakeups their term reaches from nothing to the waits; audio that plays costs more all the same")
    func upperBound() throws {
        let profile = try #require(Self.pixel)
        let blind: (MeasuredQuantity) -> Double? = {
            $0.name == "idleWakeups" ? nil : $0.name == "voluntarySwitches" ? 1000 : Self.fourTasks($0)
        }
        let wakeups = EnergyEstimate(profile, of: blind).terms.first { $0.term == .wakeups }
        #expect(wakeups?.amount == EnergyRange(low: 0, typical: 1000, high: 1000))
        #expect(wakeups?.joules.low == 0)
        let difference = EnergyEstimate(profile, of: blind).difference(
            to: EnergyEstimate(profile, of: Self.silentAudio))
        #expect(try #require(difference).low > 0)
    }

    @Test("a counter that is not known gives no total and no ranking; one without a coefficient is named")
    func gaps() throws {
        let profile = try #require(Self.pixel)
        let blind: (MeasuredQuantity) -> Double? = { $0.name == "awakeHoldSeconds" ? nil : Self.silentAudio($0) }
        let estimate = EnergyEstimate(profile, of: blind)
        #expect(estimate.joules == nil && estimate.unknown == [.awake])
        #expect(EnergyText.text(estimate).contains("No total: kept awake"))
        let comparison = Comparison(
            arms: ["a", "b"], runs: Self.runs(["a": blind, "b": Self.location], blocks: 2), seed: 1, energy: profile)
        #expect(comparison.energy?.pairs.isEmpty == true)
        #expect(comparison.energy?.unknown == [.awake])
        let writing = EnergyEstimate(profile, of: Self.hour(["diskWrittenBytes": 4096]))
        #expect(writing.leftOut == [.diskBytes])
        #expect(EnergyText.text(writing).contains("for want of a coefficient: disk bytes"))
    }

    @Test("what only root can count is left out and named; one run without a counter takes it from all")
    func optionalTerms() throws {
        let profile = try #require(Self.pixel)
        let user: @Sendable (MeasuredQuantity) -> Double? = {
            ["networkBursts", "networkReceivedBytes"].contains($0.name) ? nil : Self.silentAudio($0)
        }
        let estimate = EnergyEstimate(profile, of: user)
        #expect(estimate.joules != nil && estimate.unknown == [.radioBursts])
        #expect(EnergyText.text(estimate).contains("since it could not be counted: network bursts"))
        let blind: @Sendable (MeasuredQuantity) -> Double? = {
            $0.name == "idleWakeups" ? nil : $0.name == "voluntarySwitches" ? 168_840 : Self.silentAudio($0)
        }
        let mixed = Comparison(
            arms: ["a", "b"], runs: Self.runs(["a": blind, "b": Self.silentAudio], blocks: 3), seed: 1, energy: profile)
        let wakeups = mixed.energy?.arms.map { $0.estimate.terms.first { $0.term == .wakeups }?.amount.low }
        #expect(wakeups == [0, 0])
    }

    @Test("numbers of any size are written")
    func largeNumbers() {
        #expect(Figures.joules(1e300) == "1e+297 kJ")
        #expect(Figures.amount(1e25, .count) == "1e+25")
        #expect(Figures.joules(0.00012) == "120 µJ" && Figures.joules(1234) == "1.23 kJ")
    }

    @Test("a file changes a profile field by field")
    func override() throws {
        let text = """
            {"name": "mine", "base": "pixel-3",
             "coefficients": {"audio": {"typical": 0.03, "source": "my meter", "quality": "measured"},
                              "diskBytes": {"typical": 1e-3, "unit": "uJ", "source": "a guess"}}}
            """
        let mine = try EnergyProfileReader.profile(in: text.utf8, file: "mine.json")
        #expect(mine.name == "mine")
        #expect(mine.coefficients[.audio]?.value == EnergyRange(low: 0.013, typical: 0.03, high: 0.373))
        #expect(mine.coefficients[.audio]?.source == "my meter")
        #expect(mine.coefficients[.diskBytes]?.value == EnergyRange(exactly: 1e-9))
        #expect(mine.coefficients[.diskBytes]?.quality == .placeholder)
        #expect(mine.coefficients[.cpu] == Self.pixel?.coefficients[.cpu])
    }

    @Test(
        "what is wrong with a file is said with its line or key",
        arguments: [
            ("{\n\"name\": }", "f.json:2: no JSON"), ("[]", "expected an object"), ("{}", "name: missing"),
            (#"{"name": "x", "base": "pixel-4"}"#, "base: no profile 'pixel-4'"),
            (#"{"name": "x", "coefficients": {}}"#, "coefficients: none"),
            (#"{"name": "x", "coefficients": {"adio": {}}}"#, "Did you mean 'audio'?"),
            (#"{"name": "x", "coefficients": {"audio": {"source": "y"}}}"#, "coefficients.audio.typical: missing"),
            (#"{"name": "x", "coefficients": {"audio": {"typical": 1}}}"#, "coefficients.audio.source: missing"),
            (
                #"{"name": "x", "base": "pixel-3", "coefficients": {"audio": {"typical": 9, "source": "y"}}}"#,
                "are not in this order"
            ),
            (#"{"name": "x", "coefficients": {"audio": {"typical": -1, "source": "y"}}}"#, "0 or more"),
            (#"{"name": "x", "coefficients": {"audio": {"typical": 1, "unit": "J"}}}"#, "is counted in W"),
            (
                #"{"name": "x", "coefficients": {"audio": {"typical": 1, "source": "y", "quality": "good"}}}"#,
                "'good' is none of measured"
            ), (#"{"name": "x", "battery": {"joules": 0}}"#, "battery.joules: expected a number, 1 or more"),
            (#"{"name": "x", "coefficients": {"audio": {"typical": 1e300, "source": "y"}}}"#, "at most 1e9"),
            (#"{"name": "x", "base": "pixel-3", "coefficients": {"audio": {"typical": 0.1}}}"#, "source: missing"),
            (#"{"name": "a\nb"}"#, "a text of one line"),
        ])
    func badFiles(text: String, message: String) {
        #expect {
            try EnergyProfileReader.profile(in: text.utf8, file: "f.json")
        } throws: { error in
            "\(error)".contains(message) && "\(error)".contains("f.json")
        }
    }
}
