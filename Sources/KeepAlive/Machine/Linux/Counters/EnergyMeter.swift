import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The energy meter of the whole machine: RAPL, a hwmon chip, or the battery.
///
/// Sources: Documentation/power/powercap/powercap.rst, Documentation/hwmon/sysfs-interface.rst,
/// Documentation/ABI/testing/sysfs-class-power.
package final class EnergyMeter: JouleCounter {
    /// A number in a file of the kernel, which stays open.
    private final class Number {
        private let descriptor: CInt

        init(at path: String) throws(Errno) {
            descriptor = try valueOrErrno(open(path, O_RDONLY | O_CLOEXEC))
        }

        deinit { close(descriptor) }

        /// The current number; `nil` when it cannot be read any more.
        var value: Int64? { SmallFile.number("", in: descriptor) }
    }

    /// A number of the kernel, and its conversion to joules.
    private struct Source {
        var number: Number
        /// The joules of one unit of the file.
        var scale: Double
        /// The number at which the counter begins again at 0.
        var range: Int64?
        /// The voltage of a charge, in microvolts.
        var voltage: Number?
        /// The number of the last reading.
        var last: Int64 = 0
        /// The joules counted since the start.
        var joules = 0.0
    }

    /// The relation of a number to energy.
    private enum Kind {
        /// The number rises by the energy used.
        case counter
        /// The number falls by the energy used.
        case store
        /// The number is the power at the moment.
        case power
    }

    package let description: String
    package let quality: CounterSource.Quality
    package let readEvery: Duration?
    private let kind: Kind
    private var sources: [Source]
    private var lastInstant = EventLoop.monotonicNow

    /// The reason why a machine has no meter, and the remedy.
    package struct Missing: Error, Sendable, Equatable {
        /// The reason, for people.
        package var reason: String
        /// The remedy, if there is one.
        package var remedy: String?

        /// Both in one line.
        package var text: String { reason + (remedy.map { "; \($0)" } ?? "") }
    }

    private init(
        _ kind: Kind, _ description: String, _ quality: CounterSource.Quality, every: Duration?, _ sources: [Source]
    ) {
        self.kind = kind
        self.description = description
        self.quality = quality
        readEvery = every
        self.sources = sources
        for index in sources.indices { self.sources[index].last = sources[index].number.value ?? 0 }
    }

    /// The best meter that this machine has, and that this user may read.
    ///
    /// - Parameter root: the directory in which the kernel shows its classes of devices.
    package static func find(root: String = "/sys/class") -> Result<EnergyMeter, Missing> {
        var missing: Missing?
        for look in [rapl, chip, battery] {
            do {
                if let meter = try look(root) { return .success(meter) }
            } catch {
                missing = missing ?? error as? Missing
            }
        }
        return .failure(missing ?? Missing(reason: "this machine has no meter: no RAPL, no hwmon chip, no battery"))
    }

    package func joules() throws -> Double {
        let now = EventLoop.monotonicNow
        let seconds = (now - lastInstant).inSeconds
        lastInstant = now
        var sum = 0.0
        for index in sources.indices {
            guard let number = sources[index].number.value else {
                throw KeepAliveError(.supervision, "\(description): cannot be read any more")
            }
            let last = sources[index].last
            let more =
                switch kind {
                case .counter: Double(number >= last ? number - last : number - last + (sources[index].range ?? last))
                case .store: Double(last - number)
                case .power: Double(number + last) / 2 * seconds
                }
            let volts = sources[index].voltage.map { Double($0.value ?? 0) / 1e6 } ?? 1
            sources[index].joules += more * volts * sources[index].scale
            sources[index].last = number
            sum += sources[index].joules
        }
        return sum
    }

    private static func paths(in directory: String) -> [String] {
        ((try? SmallFile.list(directory)) ?? []).sorted().map { "\(directory)/\($0)" }
    }

    private static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

    /// Intel's and AMD's running average power limit: packages with their memory, or the whole platform where the
    /// kernel shows it.
    private static func rapl(_ root: String) throws -> EnergyMeter? {
        let zones = paths(in: "\(root)/powercap").filter { name(of: $0).hasPrefix("intel-rapl:") }
            .compactMap { path in SmallFile.line(at: "\(path)/name").map { (path: path, name: $0) } }
        let platform = zones.filter { $0.name == "psys" }
        // Cores and their graphics are part of a package; its memory is not.
        let chosen = platform.isEmpty ? zones.filter { $0.name.hasPrefix("package") || $0.name == "dram" } : platform
        guard !chosen.isEmpty else { return nil }
        let sources = try chosen.map { zone in
            let path = "\(zone.path)/energy_uj"
            do {
                return Source(
                    number: try Number(at: path), scale: 1e-6,
                    range: SmallFile.number("", at: "\(zone.path)/max_energy_range_uj"))
            } catch {
                throw Missing(
                    reason: "\(path): \(error) (root only since Linux 5.10, CVE-2020-8694)",
                    remedy: "run as root, or until the next boot: sudo chmod a+r \(root)/powercap/intel-rapl*/energy_uj"
                )
            }
        }
        // The counter begins again at 0 after some minutes at full power. A reading can detect that only once.
        return EnergyMeter(
            .counter, "RAPL: \(chosen.map(\.name).joined(separator: ", "))", .exact, every: .seconds(60), sources)
    }

    /// Chips that measure a processor or a board. Others, such as a graphics card's, measure only their own device.
    private static let wholeMachine = ["amd_energy", "power_meter", "macsmc", "ina2", "ina3", "ltc2"]

    /// A chip that counts energy, else one that measures power, which has to be read all the time.
    private static func chip(_ root: String) throws -> EnergyMeter? {
        let chips = paths(in: "\(root)/hwmon").compactMap { path in
            SmallFile.line(at: "\(path)/name").map { (path: path, name: $0) }
        }.filter { chip in wholeMachine.contains { chip.name.hasPrefix($0) } }
        for kind in [Kind.counter, .power] {
            for chip in chips {
                let chosen = files(of: kind, in: chip.path)
                guard !chosen.isEmpty else { continue }
                let sources: [Source]
                do {
                    // Microjoules and microwatts.
                    sources = try chosen.map { Source(number: try Number(at: $0), scale: 1e-6) }
                } catch {
                    throw Missing(reason: "\(chosen[0]): cannot be read: \(error)", remedy: "run as root")
                }
                let words = "hwmon \(chip.name): \(chosen.map(name).joined(separator: ", "))"
                return kind == .counter
                    ? EnergyMeter(.counter, words, .exact, every: nil, sources)
                    : EnergyMeter(.power, words + ", read each second", .sampled, every: .seconds(1), sources)
            }
        }
        return nil
    }

    /// The files of a chip that show the use of the whole machine.
    private static func files(of kind: Kind, in chip: String) -> [String] {
        let prefix = kind == .counter ? "energy" : "power"
        let files = paths(in: chip).filter { path in
            name(of: path).hasPrefix(prefix) && (path.hasSuffix("_input") || path.hasSuffix("_average"))
        }.sorted { ($0.count, $0) < ($1.count, $1) }
        // A chip that measures power has the whole first, and parts of it after that.
        guard kind == .counter else { return Array(files.prefix(1)) }
        // A chip that counts each core also counts the sockets that the cores are in.
        let sockets = files.filter { path in
            let label = name(of: path).prefix { $0 != "_" }
            return SmallFile.line(at: "\(chip)/\(label)_label")?.lowercased().contains("socket") ?? false
        }
        return sockets.isEmpty ? files : sockets
    }

    /// The energy that the batteries lose while the machine runs on them.
    private static func battery(_ root: String) throws -> EnergyMeter? {
        func line(_ battery: String, _ file: String) -> String? { SmallFile.line(at: "\(battery)/\(file)") }
        // The battery of a mouse is not one of the machine.
        let batteries = paths(in: "\(root)/power_supply")
            .filter { line($0, "type") == "Battery" && line($0, "scope") != "Device" }
        guard let first = batteries.first else { return nil }
        guard batteries.contains(where: { line($0, "status") == "Discharging" }) else {
            throw Missing(
                reason: "\(first) is not discharging: it does not tell what is used", remedy: "unplug the machine")
        }
        let sources = try batteries.map { battery in
            // Microwatt-hours; else microampere-hours at microvolts.
            if let energy = try? Number(at: "\(battery)/energy_now") { return Source(number: energy, scale: 0.0036) }
            do {
                return Source(
                    number: try Number(at: "\(battery)/charge_now"), scale: 0.0036,
                    voltage: try Number(at: "\(battery)/voltage_now"))
            } catch {
                throw Missing(reason: "\(battery) does not tell its energy: \(error)")
            }
        }
        return EnergyMeter(
            .store, "battery: what it lost; it tells that in steps, so runs must take minutes", .sampled, every: nil,
            sources)
    }
}
