import Testing

@testable import KeepAlivePolicy

@Suite struct ValueTests {
    @Test func durationsInWords() {
        #expect(Duration.seconds(25).inWords == "25 s")
        #expect(Duration.milliseconds(998).inWords == "0.998 s")
        #expect(Duration.milliseconds(17_500).inWords == "17.5 s")
        #expect(Duration.zero.inWords == "0 s")
        #expect(Duration.milliseconds(-250).inWords == "-0.25 s")
    }

    @Test func scaling() {
        #expect(Duration.seconds(180).scaled(by: 0.1) == .seconds(18))
        #expect(Duration.seconds(1).scaled(by: 2.5) == .milliseconds(2500))
    }

    @Test func instants() {
        let instant = MonotonicInstant.zero + .seconds(2)
        #expect(instant - .zero == .seconds(2))
        #expect(instant > .zero)
    }

    @Test func nearestNames() {
        let names = ["none", "silent-audio", "location", "background-task"]
        #expect(NearestName.find(for: "silent-audo", among: names) == "silent-audio")
        #expect(NearestName.find(for: "Location", among: names) == "location")
        #expect(NearestName.find(for: "background_task", among: names) == "background-task")
        #expect(NearestName.find(for: "quantum-entanglement", among: names) == nil)
        #expect(NearestName.find(for: "foo", among: ["top"]) == nil)
        #expect(NearestName.find(for: "quit", among: ["wait", "home"]) == nil)
        #expect(NearestName.find(for: "hoem", among: ["wait", "home"]) == "home")
        #expect(NearestName.find(for: "tpp", among: ["top"]) == "top")
    }

    @Test("what drives a terminal is shown as its code; ends of lines, tabs and this program's colours stay")
    func terminal() {
        #expect(
            "a\u{1B}]0;x\u{7}\r\nb\u{202E}c\u{9B}2J\u{7F}".withoutControls
                == #"a\u{1b}]0;x\u{7}\u{d}\u{a}b\u{202e}c\u{9b}2J\u{7f}"#)
        for (text, shown) in [
            ("é a\tb\n", "é a\tb\n"), ("\u{1B}[1;32mx\u{1B}[0m\n", "\u{1B}[1;32mx\u{1B}[0m\n"), ("a\rb", #"a\u{d}b"#),
            ("\u{1B}]0;x\u{7}", #"\u{1b}]0;x\u{7}"#), ("\u{1B}[8mhidden\u{1B}[0m", "\\u{1b}[8mhidden\u{1B}[0m"),
            ("\u{1B}[2J", #"\u{1b}[2J"#), ("\u{1B}[1", #"\u{1b}[1"#), ("\u{1B}[m", #"\u{1b}[m"#),
            ("\u{1B}[1;8m", #"\u{1b}[1;8m"#), ("\u{1B}", #"\u{1b}"#), ("x\u{2066}y\u{2028}", #"x\u{2066}y\u{2028}"#),
        ] {
            #expect(text.forTerminal == shown)
        }
    }

    @Test func shellStatus() {
        #expect(ProcessStatus.exited(3).shellStatus == 3)
        #expect(ProcessStatus.signalled(9).shellStatus == 137)
    }

    @Test("the exit status of each kind of error is the command line's contract")
    func exitStatuses() {
        #expect(KeepAliveError.Code.usage.exitStatus == 64)
        #expect(KeepAliveError.Code.commandNotFound.exitStatus == 127)
        #expect(KeepAliveError.Code.commandNotExecutable.exitStatus == 126)
        for code: KeepAliveError.Code in [.manifest, .supervision, .freezer, .audio, .location, .output] {
            #expect(code.exitStatus == 125)
        }
    }
}
