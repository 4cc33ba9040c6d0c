import Glibc
import SystemPackage

/// The energy meter of the machine itself, of the whole of it: RAPL, a hwmon chip, or the battery.
///
/// Sources: Documentation/power/powercap/powercap.rst, Documentation/hwmon/sysfs-interface.rst,
/// Documentation/ABI/testing/sysfs-class-power.
package final class EnergyMeter: JouleCounter {
    /// What a file of the kernel says, and how it becomes joules.
    private struct Source {
        var descriptor: CInt
        /// Joules of one unit of the file.
        var scale: Double
        /// At which number it begins again at 0.
        var range: Int64?
        /// The file of volts that a charge passes at, in millionths.
        var voltage: CInt?
        /// The number of the last reading.
        var last: Int64 = 0
        /// What has been counted since the start.
        var joules = 0.0
    }

    /// How a number becomes energy.
    private enum Kind {
        /// It goes up with what was used.
        case counter
        /// It goes down with what was used.
        case store
        /// It is what is used at the moment.
        case power
    }

    package let description: String
    package let quality: CounterSource.Quality
    package let readEvery: Duration?
    private let kind: Kind
    private var sources: [Source]
    private var lastInstant = EventLoop.monotonicNow

    /// Why a machine has no meter, and what would give one.
    package struct Missing: Error, Sendable, Equatable {
        /// What was found in its place.
        package var reason: String
        /// What to do about it, if anything can be done.
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
        for index in sources.indices { self.sources[index].last = Self.number(of: sources[index]) ?? 0 }
    }

    deinit {
        for source in sources {
            close(source.descriptor)
            if let voltage = source.voltage { close(voltage) }
        }
    }

    /// The best meter that this machine has, and that this user may read.
    ///
    /// - Parameter root: where the kernel shows its classes of devices.
    package static func find(root: String = "/sys/class") -> Result<EnergyMeter, Missing> {
        var missing: Missing?
        for look in [rapl, chip, battery] {
            switch look(root) {
            case .success(let meter): return .success(meter)
            case .failure(let failure): missing = missing ?? failure.found
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
            guard let number = Self.number(of: sources[index]) else {
                throw KeepAliveError(.supervision, "\(description): cannot be read any more")
            }
            let last = sources[index].last
            let more =
                switch kind {
                case .counter: Double(number >= last ? number - last : number - last + (sources[index].range ?? last))
                case .store: Double(last - number)
                case .power: Double(number + last) / 2 * seconds
                }
            let volts = sources[index].voltage.map { Double(SmallFile.number("", in: $0) ?? 0) / 1e6 } ?? 1
            sources[index].joules += more * volts * sources[index].scale
            sources[index].last = number
            sum += sources[index].joules
        }
        return sum
    }

    private static func number(of source: Source) -> Int64? {
        SmallFile.number("", in: source.descriptor)
    }

    /// What was found on the way to no meter: `nil` for nothing at all.
    private struct NotHere: Error {
        var found: Missing?
    }

    private static func names(_ directory: String) -> [String] { ((try? SmallFile.list(directory)) ?? []).sorted() }

    private static func line(_ path: String) -> String? {
        (try? SmallFile.read(path)).map { String($0.prefix { $0 != "\n" }) }
    }

    private static func open(_ path: String) -> Result<CInt, Errno> {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        return descriptor >= 0 ? .success(descriptor) : .failure(Errno(rawValue: errno))
    }

    /// Intel's and AMD's running average power limit: packages with their memory, or the whole platform where it is told.
    private static func rapl(_ root: String) -> Result<EnergyMeter, NotHere> {
        let zones = names("\(root)/powercap").filter { $0.hasPrefix("intel-rapl:") }.compactMap { zone in
            line("\(root)/powercap/\(zone)/name").map { (zone: zone, name: $0) }
        }
        let platform = zones.filter { $0.name == "psys" }
        // Cores and their graphics are part of a package; its memory is not.
        let chosen = platform.isEmpty ? zones.filter { $0.name.hasPrefix("package") || $0.name == "dram" } : platform
        guard !chosen.isEmpty else { return .failure(NotHere()) }
        var sources: [Source] = []
        for zone in chosen {
            let path = "\(root)/powercap/\(zone.zone)"
            switch open("\(path)/energy_uj") {
            case .success(let descriptor):
                let range = SmallFile.number("", at: "\(path)/max_energy_range_uj")
                sources.append(Source(descriptor: descriptor, scale: 1e-6, range: range))
            case .failure(let error):
                for source in sources { close(source.descriptor) }
                return .failure(
                    NotHere(
                        found: Missing(
                            reason: "\(path)/energy_uj: \(error) (root only since Linux 5.10, CVE-2020-8694)",
                            remedy:
                                "run as root, or until the next boot: sudo chmod a+r \(root)/powercap/intel-rapl*/energy_uj"
                        )))
            }
        }
        // It begins again at 0 after some minutes at full power, and once only can be told.
        return .success(
            EnergyMeter(
                .counter, "RAPL: \(chosen.map(\.name).joined(separator: ", "))", .exact, every: .seconds(60), sources))
    }

    /// Chips that measure a processor or a board; others, such as a graphics card's, measure themselves.
    private static let wholeMachine = ["amd_energy", "power_meter", "macsmc", "ina2", "ina3", "ltc2"]

    /// A chip that measures: a counter of energy, else one of power, which has to be read all the time.
    private static func chip(_ root: String) -> Result<EnergyMeter, NotHere> {
        let chips = names("\(root)/hwmon").map { "\(root)/hwmon/\($0)" }.filter { chip in
            let name = line("\(chip)/name") ?? ""
            return wholeMachine.contains { name.hasPrefix($0) }
        }
        for (suffix, scale) in [("energy", 1e-6), ("power", 1e-6)] {
            for chip in chips {
                let files = names(chip).filter { file in
                    file.hasPrefix(suffix) && (file.hasSuffix("_input") || file.hasSuffix("_average"))
                }.sorted { ($0.count, $0) < ($1.count, $1) }
                let sockets = files.filter { file in
                    let label = file.split(separator: "_").first.flatMap { line("\(chip)/\($0)_label") } ?? ""
                    return label.lowercased().contains("socket")
                }
                // A chip that counts each core counts the sockets that they are in, too; one that measures power has the
                // whole first, and parts of it behind.
                let isCounter = suffix == "energy"
                let chosen = isCounter ? sockets.isEmpty ? files : sockets : Array(files.prefix(1))
                let sources = chosen.compactMap { file -> Source? in
                    guard case .success(let descriptor) = open("\(chip)/\(file)") else { return nil }
                    return Source(descriptor: descriptor, scale: scale)
                }
                guard !sources.isEmpty, sources.count == chosen.count else {
                    for source in sources { close(source.descriptor) }
                    guard !chosen.isEmpty else { continue }
                    return .failure(
                        NotHere(found: Missing(reason: "\(chip)/\(chosen[0]): cannot be read", remedy: "run as root")))
                }
                let name = line("\(chip)/name") ?? chip
                return .success(
                    EnergyMeter(
                        isCounter ? .counter : .power,
                        "hwmon \(name): \(chosen.joined(separator: ", "))" + (isCounter ? "" : ", read each second"),
                        isCounter ? .exact : .sampled, every: isCounter ? nil : .seconds(1), sources))
            }
        }
        return .failure(NotHere())
    }

    /// What the batteries lose, while they are what the machine runs on.
    private static func battery(_ root: String) -> Result<EnergyMeter, NotHere> {
        // That of a mouse is no battery of the machine.
        let batteries = names("\(root)/power_supply").map { "\(root)/power_supply/\($0)" }
            .filter { line("\($0)/type") == "Battery" && line("\($0)/scope") != "Device" }
        guard let first = batteries.first else { return .failure(NotHere()) }
        guard batteries.contains(where: { line("\($0)/status") == "Discharging" }) else {
            return .failure(
                NotHere(
                    found: Missing(
                        reason: "\(first) is not discharging: it does not tell what is used",
                        remedy: "unplug the machine")
                ))
        }
        let sources = batteries.compactMap { battery -> Source? in
            if case .success(let energy) = open("\(battery)/energy_now") {
                return Source(descriptor: energy, scale: 0.0036)
            }
            guard case .success(let charge) = open("\(battery)/charge_now") else { return nil }
            guard case .success(let voltage) = open("\(battery)/voltage_now") else {
                close(charge)
                return nil
            }
            return Source(descriptor: charge, scale: 0.0036, voltage: voltage)
        }
        let meter = EnergyMeter(
            .store, "battery: what it lost; it tells that in steps, so runs must take minutes", .sampled, every: nil,
            sources)
        return sources.count == batteries.count
            ? .success(meter)
            : .failure(NotHere(found: Missing(reason: "\(first) does not tell its energy", remedy: nil)))
    }
}
