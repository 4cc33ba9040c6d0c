import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

/// The command `keepalive-run doctor`, which shows the abilities of this machine and how to get the missing ones.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Show what this machine can do, what a run would use, and how to get the rest.",
        usage: "keepalive-run doctor [--json]",
        discussion:
            "Starts nothing and changes nothing. Exit status: 0 all a run may need is there, 3 something is missing."
    )

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    func run() throws {
        let doctor = Doctor()
        if json { return try Machine.emit(JSONText.pretty(doctor)) }
        try Machine.show(doctor.rendered())
        throw ExitCode(doctor.isHealthy ? 0 : 3)
    }
}
