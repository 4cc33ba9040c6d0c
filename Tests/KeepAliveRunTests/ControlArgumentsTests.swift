import TestSupport
import Testing

@testable import KeepAliveHost

@Suite(.ownThread) struct ControlArgumentsTests {
    @Test(
        "options of verbs may stand before the verb, and places as people write them",
        arguments: [
            (["ctl", "--system", "P", "home"], ["ctl", "home", "--system", "P"]),
            (["ctl", "--system=P", "--app", "A", "kill"], ["ctl", "kill", "--system=P", "--app", "A"]),
            (["ctl", "location", "--system", "P", "clear"], ["ctl", "location", "clear", "--system", "P"]),
            (["ctl", "--system", "P", "--help"], ["ctl", "--help", "--system", "P"]),
            (["ctl", "--system", "P", "help", "home"], ["help", "ctl", "home"]),
            (["ctl", "help", "location", "set"], ["help", "ctl", "location", "set"]), (["ctl"], ["ctl"]),
            (["ctl", "kill", "app-2"], ["ctl", "kill", "--app", "app-2"]),
            (["ctl", "kill", "--system", "47"], ["ctl", "kill", "--system", "47"]),
            (["ctl", "logs", "-f", "app"], ["ctl", "logs", "-f", "--app", "app"]),
            (["ctl", "--system"], ["ctl", "--system"]),
            (
                ["ctl", "location", "set", "-33.9,18.4", "--system", "47"],
                ["ctl", "location", "set", "--system", "47", "--", "-33.9,18.4"]
            ),
            (["ctl", "location", "set", "48.1", ",", "-.5"], ["ctl", "location", "set", "--", "48.1,-.5"]),
            (["ctl", "openurl", "--system", "P", "7"], ["ctl", "openurl", "--system", "P", "7"]),
        ] as [([String], [String])])
    func order(written: [String], parsed: [String]) {
        #expect(ControlArguments.inOrder(written) == parsed)
    }

    @Test("every verb of the table is a command of ctl")
    func tableVerbs() {
        for verb in ControlMethod.all.flatMap(\.verbs) {
            let commands = Control.verbs(of: verb.group, others: [:]).map { $0.configuration.commandName }
            #expect(commands.contains(verb.command), "ctl \(verb.command)")
        }
    }
}
