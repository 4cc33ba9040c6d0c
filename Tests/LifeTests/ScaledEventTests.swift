import Testing

@testable import KeepAlivePolicy

@Suite struct ScaledEventTests {
    @Test("no event that names a duration is forgotten when durations are scaled")
    func scalesAllDurations() {
        func holdsDuration(_ value: Any) -> Bool {
            if let duration = value as? Duration { return duration != .zero }
            return Mirror(reflecting: value).children.contains { holdsDuration($0.value) }
        }
        var makers = RandomEvents(seed: 11)
        var withDuration: Set<String> = []
        for _ in 0..<20_000 {
            let event = makers.event()
            switch event {
            // Measured on the machine.
            case .usageSampled, .freezeFailed: continue
            // The app is told it again as it has written it; its times are scaled where they are used.
            case .notification(.added): continue
            default: break
            }
            let isScaled = event.scaled(by: 0.5) != event
            #expect(isScaled == holdsDuration(event), "\(event)")
            if isScaled { withDuration.insert("\(event)".prefix { $0 != "(" }.description) }
        }
        #expect(withDuration.count >= 4)
    }
}
