import Glibc
import PolicyWorkloads

/// Tells workloads to the policy and prints figures that do not depend on the machine: events and effects.
///
/// - `policy-counts`: all workloads, 1000 cycles each; a line each, `NAME EVENTS EFFECTS`.
/// - `policy-counts NAME CYCLES`: one workload only, to be run under valgrind.
@main
struct PolicyCounts {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first else {
            for workload in PolicyWorkload.allCases { count(workload, cycles: 1000) }
            return
        }
        guard let workload = PolicyWorkload(rawValue: name), let cycles = arguments.last.flatMap(Int.init), cycles >= 0
        else {
            let names = PolicyWorkload.allCases.map(\.rawValue).joined(separator: "|")
            print("usage: policy-counts [\(names) CYCLES]")
            exit(64)
        }
        count(workload, cycles: cycles)
    }

    private static func count(_ workload: PolicyWorkload, cycles: Int) {
        var drive = PolicyDrive(workload)
        drive.run(events: cycles * workload.cycleLength)
        print(workload.rawValue, drive.events, drive.effects)
    }
}
