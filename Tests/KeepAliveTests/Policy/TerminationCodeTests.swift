import Testing

@testable import KeepAlivePolicy

/// The codes, namespaces and categories of ends: data, and who uses them.
@Suite struct TerminationCodeTests {
    @Test("RB-17, RB-18, RB-19, RB-20, RB-21, RB-22, RB-23, RB-24, RB-25, RB-26, RB-28, RB-29: the codes")
    func codes() {
        let table: [(TerminationCode, String, RuleID)] = [
            (.watchdog, "0x8badf00d", "RB-17"), (.backgroundTask, "0x2182bad2", "RB-18"),
            (.urlSession, "0x2182bad3", "RB-19"), (.backgroundFetch, "0x2182bad4", "RB-20"),
            (.lockedFile, "0xdead10cc", "RB-21"), (.unreportedCall, "0xbaadca11", "RB-22"),
            (.voipResumes, "0xbad22222", "RB-23"), (.diskSpace, "0xbaddd15c", "RB-24"),
            (.thermal, "0xc00010ff", "RB-25"), (.keyResources, "0xd00d2bad", "RB-26"),
            (.tooManyTasks, "0xbada5e47", "RB-28"), (.forceQuit, "0xdeadfa11", "RB-29"),
        ]
        #expect(table.map(\.0) == TerminationCode.allCases)
        for (code, text, rule) in table {
            #expect(code.rawValue == text)
            #expect(code.rule == rule)
            #expect(TerminationCode(text.uppercased()) == code)
        }
        #expect(TerminationCode("0xc51bad01") == nil, "watchOS only (CF-12)")
    }

    /// What ends an app, and the code that the end carries.
    struct End: CustomTestStringConvertible, Sendable {
        var code: TerminationCode
        var category: ExitCategory
        var bring: @Sendable (inout TestDevice) -> Void
        var testDescription: String { "\(code)" }
    }

    static let ends = [
        End(code: .watchdog, category: .watchdog) {
            $0.hangs = [.didEnterBackground]
            $0.happen(.left(by: .home))
            $0.advance(by: .seconds(10))
        },
        End(code: .backgroundTask, category: .backgroundTaskTimeout) {
            $0.happen(.left(by: .home))
            _ = $0.beginTask()
            $0.advance(by: .seconds(31))
        },
        End(code: .urlSession, category: .backgroundTaskTimeout) {
            $0.suspend()
            $0.happen(.wake(.urlSession))
            $0.advance(by: .seconds(31))
        },
        End(code: .backgroundFetch, category: .backgroundTaskTimeout) {
            $0.suspend()
            $0.happen(.wake(.backgroundFetch))
            $0.advance(by: .seconds(31))
        },
        End(code: .lockedFile, category: .suspendedWithLockedFile) {
            $0.happen(.resource(.fileLocked(path: "a")))
            $0.suspend()
        },
        End(code: .unreportedCall, category: .abnormal) {
            $0.suspend()
            $0.happen(.voip(.pushed()))
            $0.advance(by: .seconds(7))
        },
        End(code: .voipResumes, category: .system) {
            for _ in 0...15 {
                $0.suspend()
                $0.happen(.voip(.pushed()))
                $0.happen(.voip(.callReported))
                $0.advance(by: .seconds(1))
            }
        },
        End(code: .diskSpace, category: .system) { $0.happen(.device(.diskSpaceShort)) },
        End(code: .thermal, category: .system) {
            $0.suspend()
            $0.happen(.device(.thermalState(.critical)))
        },
        End(code: .tooManyTasks, category: .backgroundTaskTimeout) { device in
            for _ in 0..<1000 { _ = device.beginTask() }
        },
        End(code: .forceQuit, category: .system) { $0.happen(.forceQuit) },
    ]

    @Test(
        "RB-16, RB-17, RB-18, RB-19, RB-20, RB-21, RB-22, RB-23, RB-24, RB-25, RB-28, RB-29: each end has its code",
        arguments: ends)
    func usedCodes(end: End) {
        var device = TestDevice.launched(ios: .ios26, modes: [.voip, .fetch])
        end.bring(&device)
        #expect(device.termination?.code.flatMap { TerminationCode($0) } == end.code)
        #expect(device.machine.exits == [end.category: 1])
        #expect(device.state == .terminated)
    }

    @Test("RB-25: heat ends apps of the background at the last stage only, and not the one in front")
    func thermal() {
        for state in [DeviceConditions.ThermalState.fair, .serious] {
            var device = TestDevice.launched()
            device.suspend()
            device.happen(.device(.thermalState(state)))
            #expect(device.state == .suspended)
        }
        var front = TestDevice.launched()
        front.happen(.device(.thermalState(.critical)))
        #expect(front.state == .foregroundActive)
    }

    @Test("RB-16: the ends of a process are counted by their kind, over all processes of the app")
    func exitCategories() {
        var device = TestDevice.launched()
        let ends: [(PolicyEvent, ExitCategory)] = [
            (.processExited(.exited(0)), .normal), (.processExited(.exited(1)), .normal),
            (.processExited(.signalled(11)), .badAccess), (.processExited(.signalled(7)), .badAccess),
            (.processExited(.signalled(4)), .illegalInstruction), (.processExited(.signalled(6)), .abnormal),
            (.exceptionNotCaught(.init(name: "NSRangeException", reason: "", rule: "LC-01")), .abnormal),
            (.device(.memoryPressure(.processLimit)), .memoryLimit),
        ]
        var expected: [ExitCategory: Int] = [:]
        for (event, category) in ends {
            device.happen(event)
            expected[category, default: 0] += 1
            #expect(device.machine.exits == expected, "\(event)")
            device.happen(.launched)
        }
    }

    @Test("RB-30, RB-31, RB-32, RB-33, RB-34, RB-35, RB-36: the namespaces of reasons and their numbers")
    func namespaces() {
        #expect(
            ReasonNamespace.allCases.map { [String($0.rawValue), $0.name] } == [
                ["1", "JETSAM"], ["2", "SIGNAL"], ["10", "SPRINGBOARD"], ["15", "RUNNINGBOARD"], ["20", "WATCHDOG"],
            ])
        #expect(ReasonNamespace(named: "ASSERTIOND") == .runningboard)
        #expect(ReasonNamespace(named: "FRONTBOARD") == nil)
        #expect(ReasonNamespace.cpuLimitReason == 100)
        #expect(PolicyProfile.ios12.finishTaskOverrunNamespace == "ASSERTIOND")
        #expect(PolicyProfile.ios13.finishTaskOverrunNamespace == "RUNNINGBOARD")
    }
}
