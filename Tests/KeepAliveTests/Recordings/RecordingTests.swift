import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveRecordings
import Testing

/// Recordings of apps, beside the rules.
@Suite struct RecordingTests {
    @Test("a recording of a life by these rules is the same as they are, for a thousand random lives")
    func randomLives() throws {
        var different: [UInt64] = []
        var rows = 0
        for seed in UInt64(1)...1000 {
            let comparison = try RecordingComparison(RandomLife(seed: seed).recorded())
            rows += comparison.rowCount
            if !comparison.differences.isEmpty {
                different.append(seed)
                if different.count <= 3 {
                    Issue.record("seed \(seed)\n\(RandomLife(seed: seed).scenario)\n\(RecordingComparisonText.text(comparison))")
                }
            }
        }
        #expect(different.isEmpty, "\(different.count) lives: \(different.prefix(20))")
        #expect(rows > 10_000, "\(rows) rows")
    }
}
