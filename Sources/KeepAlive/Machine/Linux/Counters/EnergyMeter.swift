import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The energy meter of the whole machine: RAPL, a hwmon chip, or the battery.
///
/// Sources: Documentation/power/powercap/powercap.rst, Documentation/hwmon/sysfs-interface.rst,
/// Documentation/ABI/testing/sysfs-class-power.
package final class EnergyMeter: JouleCounter {
    /// A number in a file of the kernel; the file is kept open.
    private final class Number {
        private let descriptor: CInt

        init(at path: String) throws(Errno) {
            descriptor = try valueOrErrno(open(path, O_RDONLY | O_CLOEXEC))
        }

        deinit { close(descriptor) }

        /// The current number; `nil` when the file cannot be read any more.
        var value: Int64? { SmallFile.number("", in: descriptor) }
    }

    /// A number from the kernel, and its conversion to joules.
    private struct Source {
        var number: Number
        /// The number of joules in one unit of the file.
        var scale: Double
        /// The number at which the counter wraps to 0; `nil` if it is not known.
        var range: Int64?
        /// The voltage in microvolts, if the number is an electric charge; otherwise `nil`.
        var voltage: Number?
        /// The number when it was last read.
        var last: Int64 = 0
        /// The joules counted since the meter was created.
        var joules = 0.0
    }

    /// The relation of a number to the energy used.
    private enum Kind {
        /// The number rises by the energy used.
        case counter
        /// The number falls by the energy used.
        case store
        /// The number is the current power.
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
        /// The reason, in words for a message.
        package var reason: String
        /// The remedy, in words for a message; `nil` if none is known.
        package var remedy: String?

        /// The reason and the remedy in one line.
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

    /// Returns the best meter that this machine has and that this user may read, or the reason why there is none.
    ///
    /// - Parameter root: the directory in which the kernel lists its classes of devices.
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

    /// Returns a meter for the running average power limit (RAPL) of Intel and AMD. The meter covers the packages with
    /// their memory, or the whole platform where the kernel has a `psys` zone. `nil` if the machine has no RAPL.
    private static func rapl(_ root: String) throws -> EnergyMeter? {
        let zones = paths(in: "\(root)/powercap").filter { name(of: $0).hasPrefix("intel-rapl:") }
            .compactMap { path in SmallFile.line(at: "\(path)/name").map { (path: path, name: $0) } }
        let platform = zones.filter { $0.name == "psys" }
        // A package's energy includes its cores and their graphics, but not its memory, which has the zone `dram`.
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
        // The counter wraps to 0 after some minutes at full power. A reading can detect only one wrap, so read the
        // counter often.
        return EnergyMeter(
            .counter, "RAPL: \(chosen.map(\.name).joined(separator: ", "))", .exact, every: .seconds(60), sources)
    }

    /// Prefixes of the names of chips that measure a processor or a board. Other chips, such as a graphics card's,
    /// measure only their own device.
    private static let wholeMachine = ["amd_energy", "power_meter", "macsmc", "ina2", "ina3", "ltc2"]

    /// Returns a meter for a chip that counts energy, or else for a chip that measures power, which has to be read
    /// every second. `nil` if there is neither.
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
                    // The files contain microjoules or microwatts.
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

    /// Returns the files of a chip that together cover what the chip measures, without counting a part twice.
    private static func files(of kind: Kind, in chip: String) -> [String] {
        let prefix = kind == .counter ? "energy" : "power"
        let files = paths(in: chip).filter { path in
            name(of: path).hasPrefix(prefix) && (path.hasSuffix("_input") || path.hasSuffix("_average"))
        }.sorted { ($0.count, $0) < ($1.count, $1) }
        // The first file of a chip that measures power covers the whole; the other files cover parts of it.
        guard kind == .counter else { return Array(files.prefix(1)) }
        // A chip that counts the energy of each core also counts the sockets that contain the cores, so use only the
        // sockets.
        let sockets = files.filter { path in
            let label = name(of: path).prefix { $0 != "_" }
            return SmallFile.line(at: "\(chip)/\(label)_label")?.lowercased().contains("socket") ?? false
        }
        return sockets.isEmpty ? files : sockets
    }

    /// Returns a meter for the energy that the batteries lose while the machine runs on them; `nil` without a battery.
    private static func battery(_ root: String) throws -> EnergyMeter? {
        func line(_ battery: String, _ file: String) -> String? { SmallFile.line(at: "\(battery)/\(file)") }
        // A battery with the scope `Device`, such as a mouse's, does not supply the machine, so it is left out.
        let batteries = paths(in: "\(root)/power_supply")
            .filter { line($0, "type") == "Battery" && line($0, "scope") != "Device" }
        guard let first = batteries.first else { return nil }
        guard batteries.contains(where: { line($0, "status") == "Discharging" }) else {
            throw Missing(
                reason: "\(first) is not discharging: it does not tell what is used", remedy: "unplug the machine")
        }
        let sources = try batteries.map { battery in
            // `energy_now` is in µWh, of 0.0036 J each; `charge_now` is in µAh, which are multiplied by the voltage.
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
