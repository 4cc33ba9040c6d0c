import Testing

@testable import KeepAlivePolicy

@Suite struct TypicalLifeTests {
    private static let hour: Int64 = 3600
    private static let app = "org.example.app"

    @Test("MD-23: each day the user gets up, travels there and back, uses the device, and charges it in the night")
    func days() {
        for seed in UInt64(1)...40 {
            for day in Int64(0)..<14 {
                let steps = TypicalLife(seed: seed).deviceDay(day).map {
                    (second: $0.second - day * TypicalLife.daySeconds, step: $0.step)
                }
                func times<Value>(_ value: (TypicalLife.DeviceStep) -> Value?) -> [(second: Int64, value: Value)] {
                    steps.compactMap { step in value(step.step).map { (step.second, $0) } }
                }
                #expect(steps.map(\.second) == steps.map(\.second).sorted())
                #expect(steps.allSatisfy { (0..<TypicalLife.daySeconds).contains($0.second) })
                let power = times { if case .externalPower(let on) = $0 { on } else { nil } }
                #expect(power.map(\.value) == [false, true])
                #expect((6 * Self.hour..<9 * Self.hour).contains(power[0].second))
                #expect(power[1].second > 21 * Self.hour)
                let network = times { if case .network(let network) = $0 { network } else { nil } }
                #expect(network.map(\.value) == [.cellular, .wifi, .cellular, .wifi])
                let isWorkday = day % 7 < 5
                #expect((network[0].second < 10 * Self.hour) == isWorkday, "day \(day): \(network)")
                let arrivals = times { if case .arrives(let place) = $0 { place } else { nil } }
                #expect(arrivals.count == 2 && arrivals[0].value != arrivals[1].value)
                #expect(arrivals[0].second > network[0].second && arrivals[0].second < network[1].second)
                let uses = times { if case .used(let used) = $0 { used } else { nil } }
                #expect(uses.enumerated().allSatisfy { $0.element.value == $0.offset.isMultiple(of: 2) })
            }
        }
    }

    @Test("MD-24: each moment is the first one not before itself; processing comes before five in the morning")
    func moments() {
        let life = TypicalLife(seed: 5)
        var time: Int64 = 0
        for _ in 0..<200 {
            let moment = life.moment(.appRefresh, of: Self.app, notBefore: time)
            #expect(moment >= time && moment - time < DayClock.day)
            #expect(life.moment(.appRefresh, of: Self.app, notBefore: moment) == moment)
            let clean = life.moment(.processing, of: Self.app, notBefore: time)
            #expect(clean % DayClock.day < 5 * Self.hour * 1_000_000_000)
            time = moment + 1
        }
    }

    @Test("MD-23: a seed gives the life that it always gave")
    func recorded() {
        var digest = Digest()
        for seed in UInt64(1)...300 {
            let life = TypicalLife(seed: seed)
            for day in Int64(0)..<7 {
                for step in life.deviceDay(day) { digest.add("\(step.second) \(step.step)") }
                for step in life.appDay(day, of: Self.app) { digest.add("\(step.second) \(step.step)") }
            }
            for kind in [WakeKind.appRefresh, .processing] {
                var time: Int64 = 0
                while time < 7 * DayClock.day {
                    time = life.moment(kind, of: Self.app, notBefore: time) + 1
                    digest.add("\(time)")
                }
            }
        }
        #expect("\(digest)" == "4f58380b7f4c155f")
    }
}
