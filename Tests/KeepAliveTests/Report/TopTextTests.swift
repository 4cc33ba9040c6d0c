import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// The live view, as lines: what it shows always fits its screen.
@Suite struct TopTextTests {
    private func status(apps: Int, frozen: Bool = true) -> DeviceStatus {
        DeviceStatus(
            name: "phone", ios: "26.0", uptimeSeconds: 3725, conditions: ["locked", "Low Power Mode", "in a call"],
            world: DeviceStatus.World(conditions: DeviceConditions(), callInProgress: true, route: .builtInSpeaker),
            apps: (0..<apps).map { index in
                DeviceStatus.App(
                    name: "org.example.with-a-rather-long-name.\(index)", pid: 100 + Int32(index),
                    state: index == 0 ? .foregroundActive : .suspended, isFrozen: frozen && index != 0,
                    sinceSeconds: 1.5, reason: Reason("in the background without a reason to run", "LC-10"),
                    grants: [.audio, .location], next: nil, speaks: false)
            })
    }

    /// A line as it is seen: without colours.
    private func seen(_ line: String) -> String {
        line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated().map { index, part in
            index == 0 ? part : part.drop { $0 != "m" }.dropFirst()
        }.joined()
    }

    @Test("there are as many lines as rows, and none is wider than the screen", arguments: [0, 1, 5, 200])
    func fits(apps: Int) {
        let log = (0..<300).map { "\($0).000  org.example.app: something with a long reason behind it happens [LC-10]" }
        for (columns, rows) in [(80, 24), (120, 50), (60, 12), (80, 9)] {
            let lines = TopText(columns: columns, rows: rows)
                .lines(status(apps: apps), selected: 0, log: log, message: "home: what came of it")
            #expect(lines.count == rows)
            #expect(lines.allSatisfy { seen($0).count <= columns }, "\(columns)x\(rows)")
        }
    }

    @Test("at 80 columns and 24 rows there are the apps, the timeline, what came of a key, and every key")
    func contents() {
        let log = (0..<300).map { "line \($0)" }
        let lines = TopText(columns: 80, rows: 24).lines(status(apps: 3), selected: 1, log: log, message: "came of it")
            .map(seen)
        #expect(lines[0] == "phone  iOS 26.0, up 1:02:05, locked, Low Power Mode, in a call")
        #expect(lines[1].hasPrefix("APP"))
        #expect(lines[2].contains("foregroundActive") && lines[4].contains("suspended"))
        #expect(lines.contains("line 299") && !lines.contains("line 0"))
        #expect(lines.contains("came of it"))
        for (key, what) in TopText.keys { #expect(lines.suffix(2).joined().contains("\(key) \(what)")) }
    }

    @Test("at a time scale the head names it, and the times are the device's")
    func timeScale() {
        var scaled = status(apps: 2)
        scaled.timeScale = 0.1
        scaled.apps[1].next = DeviceStatus.Next(Explanation.Coming(inSeconds: 2, what: "it goes", rule: "LC-10"))
        let lines = StatusText(colours: false, width: 200).lines(scaled)
        #expect(lines[0].contains("up 10:20:50, time scale 0.1: 1 s here is 10 s of the device, locked"), "\(lines[0])")
        #expect(lines[3].contains("15.0 s") && lines[3].contains("in 20.0 s it goes"), "\(lines[3])")
    }

    @Test("an app that is to be suspended and runs is not called suspended")
    func beingFrozen() {
        let lines = StatusText(colours: false).lines(status(apps: 2, frozen: false))
        #expect(lines[3].contains("not frozen") && !lines.joined().contains("suspended"))
        #expect(StatusText(colours: false).lines(status(apps: 2))[3].contains("suspended"))
    }

    @Test("the chosen app is in sight, wherever it stands in the list")
    func scrolling() {
        for chosen in [0, 1, 99, 198, 199] {
            let lines = TopText(columns: 80, rows: 24).lines(status(apps: 200), selected: chosen, log: [], message: "")
            let marked = lines.filter { $0.hasPrefix("\u{1B}[7m") }
            #expect(marked.count == 1 && marked.first.map(seen)?.contains(".\(chosen) ") == true, "\(chosen)")
            #expect(lines.contains { seen($0).hasSuffix("of 200 apps") })
        }
    }
}
