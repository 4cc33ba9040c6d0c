import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

@Suite struct BehaviourLintTests {
    private static func event(_ t: Double, _ kind: TimelineEvent.Kind, _ fill: (inout TimelineEvent) -> Void = { _ in })
        -> TimelineEvent
    {
        var event = TimelineEvent(t: t, app: "a", event: kind)
        fill(&event)
        return event
    }

    /// What is found in these events.
    private static func names(
        _ events: [TimelineEvent], silent: Bool = true, declared: [String] = [], cpuBudget: Double? = nil,
        timeScale: Double = 1
    ) -> [BehaviourLint.Name] {
        var lint = BehaviourLint(soundIsSilent: silent)
        for event in events { lint.observe(event) }
        var workload = ProxyValues()
        workload[.cpuBudgetPercent] = ProxyValue(.cpuBudgetPercent, cpuBudget, CounterSource(.sampled, ""))
        return lint.findings(
            in: RunSummary(
                app: "a", ios: "26", timeScale: timeScale, strategies: [], declaredModes: declared,
                exit: .init(status: 0, ending: .stillRunning, how: "", exceptions: [], lastState: .background),
                states: [:], grants: [:], evidence: .init(), proxies: [.workload: workload], freezer: .init(),
                environment: .init(kernel: "", freezer: FreezerDescription(kind: "virtual", reason: "")))
        ).map(\.name)
    }

    @Test("AS-37: nothing but silence kept it running; a file or a tone is no silence")
    func silence() {
        let audio = [Self.event(1, .grantGained) { $0.grant = .audio }]
        #expect(Self.names(audio) == [.silentAudio])
        #expect(Self.names(audio, silent: false) == [])
        #expect(Self.names([]) == [])
    }

    @Test("fixes that all lie within a few metres are no movement")
    func movement() {
        func fixes(_ count: Int, metresApart: Double) -> [TimelineEvent] {
            (0..<count).map { number in
                Self.event(Double(number), .fix) {
                    $0.location = LocationFix(
                        latitude: 48 + Double(number) * metresApart / 111_320, longitude: 11, altitude: 0,
                        horizontalAccuracy: 5, verticalAccuracy: 5, speed: 0, course: 0, timestamp: Double(number))
                }
            }
        }
        #expect(Self.names(fixes(20, metresApart: 0.5)) == [.locationWithoutMovement])
        #expect(Self.names(fixes(20, metresApart: 2)) == [])
        #expect(Self.names(fixes(9, metresApart: 0)) == [])
    }

    @Test("a mode that is declared and not used")
    func unusedMode() {
        let audio = [Self.event(1, .grantGained) { $0.grant = .audio }]
        #expect(Self.names([], declared: ["audio", "location", "fetch"]) == [.modeNotUsed, .modeNotUsed])
        #expect(Self.names(audio, silent: false, declared: ["audio"]) == [])
    }

    @Test("BT-12, BT-19, BT-20: tasks that are not ended, ended late, or begun on a running clock")
    func tasks() {
        func task(_ t: Double, _ kind: TimelineEvent.Kind, _ number: Int) -> TimelineEvent {
            Self.event(t, kind) { $0.task = number }
        }
        let suspended = Self.event(30, .state) { $0.state = .suspended }
        #expect(Self.names([task(0, .taskBegan, 1), suspended]) == [.taskNotEnded])
        #expect(Self.names([task(0, .taskBegan, 1), Self.event(30, .terminated)]) == [.taskNotEnded])
        #expect(Self.names([task(0, .taskBegan, 1), task(5, .taskEnded, 1), suspended]) == [])
        let expired = [task(0, .taskBegan, 1), task(25, .taskExpired, 1)]
        #expect(Self.names(expired + [task(25.1, .taskEnded, 1)]) == [])
        #expect(Self.names(expired + [task(28, .taskEnded, 1)]) == [.slowExpirationHandler])
        // The times of events are those of the machine; the limit is the device's.
        #expect(
            Self.names([task(0, .taskExpired, 1), task(0.5, .taskEnded, 1)], timeScale: 0.1)
                == [.slowExpirationHandler])
        #expect(Self.names([task(0, .taskExpired, 1), task(5, .taskEnded, 1)], timeScale: 10) == [])
        let clock = [Self.event(1, .taskClockStarted)]
        #expect(Self.names(clock + [task(2, .taskBegan, 1), task(3, .taskEnded, 1)]) == [.taskRenewed])
        #expect(
            Self.names(clock + [Self.event(2, .taskClockReset), task(3, .taskBegan, 1), task(4, .taskEnded, 1)]) == [])
        // Another process has tasks of its own.
        #expect(Self.names([task(0, .taskBegan, 1), Self.event(1, .launched), suspended]) == [])
    }

    @Test("RB-10: a budget of which 70 % were used")
    func budget() {
        #expect(Self.names([], cpuBudget: 69.9) == [])
        #expect(Self.names([], cpuBudget: 70) == [.budgetNearlyUsed])
    }
}
