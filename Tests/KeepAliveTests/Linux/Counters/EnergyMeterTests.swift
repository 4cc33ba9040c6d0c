import FoundationEssentials
import TestSupport
import Testing

@testable import KeepAliveEngine
@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite(.ownThread) final class EnergyMeterTests {
    /// A /sys/class of our own: the kernel's meters are files with one number.
    private let root = FileManager.default.temporaryDirectory.path + "/keepalive-meter-\(UInt64.random(in: 0 ... .max))"

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let path = root + "/" + name
            let directory = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            // In place, as the kernel has it: a meter keeps its file open.
            try Data((text + "\n").utf8).write(to: URL(filePath: path))
        }
    }

    private func found() throws -> EnergyMeter { try EnergyMeter.find(root: root).get() }

    private var missing: EnergyMeter.Missing? {
        if case .failure(let missing) = EnergyMeter.find(root: root) { missing } else { nil }
    }

    @Test("RAPL: packages and their memory together, over the point where they begin again")
    func rapl() throws {
        try write([
            "powercap/intel-rapl:0/name": "package-0", "powercap/intel-rapl:0/energy_uj": "9000000",
            "powercap/intel-rapl:0/max_energy_range_uj": "10000000", "powercap/intel-rapl:0:0/name": "core",
            "powercap/intel-rapl:0:0/energy_uj": "1", "powercap/intel-rapl:0:1/name": "dram",
            "powercap/intel-rapl:0:1/energy_uj": "0", "powercap/intel-rapl-mmio:0/name": "package-0",
            "powercap/intel-rapl-mmio:0/energy_uj": "5",
        ])
        let meter = try found()
        #expect(meter.description == "RAPL: package-0, dram")
        #expect(meter.quality == .exact && meter.readEvery == .seconds(60))
        try write(["powercap/intel-rapl:0/energy_uj": "9500000", "powercap/intel-rapl:0:1/energy_uj": "250000"])
        #expect(try abs(meter.joules() - 0.75) < 1e-9)
        try write(["powercap/intel-rapl:0/energy_uj": "2000000"])
        #expect(try abs(meter.joules() - 3.25) < 1e-9)
    }

    @Test("the whole platform, where RAPL tells it")
    func platform() throws {
        try write([
            "powercap/intel-rapl:0/name": "package-0", "powercap/intel-rapl:0/energy_uj": "1",
            "powercap/intel-rapl:1/name": "psys", "powercap/intel-rapl:1/energy_uj": "1000000",
        ])
        let meter = try found()
        #expect(meter.description == "RAPL: psys")
        try write(["powercap/intel-rapl:1/energy_uj": "3000000"])
        #expect(try abs(meter.joules() - 2) < 1e-9)
    }

    @Test("a counter that may not be read is said, with what to do")
    func notReadable() throws {
        try write(["powercap/intel-rapl:0/name": "package-0"])
        #expect(missing?.reason.contains("intel-rapl:0/energy_uj") == true)
        #expect(missing?.remedy?.contains("chmod a+r") == true)
        // Something else that can be read is as good.
        try write(["hwmon/hwmon1/name": "amd_energy", "hwmon/hwmon1/energy1_input": "5"])
        #expect(try found().description.hasPrefix("hwmon amd_energy"))
    }

    @Test("hwmon: sockets without their cores")
    func chip() throws {
        try write([
            "hwmon/hwmon0/name": "coretemp", "hwmon/hwmon2/name": "amd_energy", "hwmon/hwmon2/energy1_input": "0",
            "hwmon/hwmon2/energy1_label": "Ecore000", "hwmon/hwmon2/energy2_input": "1000000",
            "hwmon/hwmon2/energy2_label": "Esocket0",
        ])
        let meter = try found()
        #expect(meter.description == "hwmon amd_energy: energy2_input")
        try write(["hwmon/hwmon2/energy1_input": "7000000", "hwmon/hwmon2/energy2_input": "4000000"])
        #expect(try abs(meter.joules() - 3) < 1e-9)
    }

    @Test("a meter that forgets is read in time: a counter that begins again between two minutes misses nothing")
    func keptReading() throws {
        try write([
            "powercap/intel-rapl:0/name": "package-0", "powercap/intel-rapl:0/energy_uj": "0",
            "powercap/intel-rapl:0/max_energy_range_uj": "10000000",
        ])
        let meter = try found()
        let clock = VirtualScheduler()
        meter.keepReading(on: clock)
        for energy in ["8000000", "6000000", "4000000"] {
            try write(["powercap/intel-rapl:0/energy_uj": energy])
            clock.advance(by: .seconds(60))
        }
        #expect(try abs(meter.joules() - 24) < 1e-9)
    }

    @Test("hwmon: power over time, as a sample")
    func power() throws {
        try write(["hwmon/hwmon0/name": "ina226", "hwmon/hwmon0/power1_input": "2000000"])
        let before = EventLoop.monotonicNow
        let meter = try found()
        #expect(meter.quality == .sampled && meter.readEvery == .seconds(1))
        let joules = try meter.joules()
        #expect(joules > 0 && joules <= 2 * (EventLoop.monotonicNow - before).inSeconds)
    }

    @Test("a battery: what it lost while the machine ran on it")
    func battery() throws {
        try write(["power_supply/AC/type": "Mains", "power_supply/BAT0/type": "Battery"])
        try write(["power_supply/BAT0/status": "Charging", "power_supply/BAT0/energy_now": "50000000"])
        #expect(missing?.remedy == "unplug the machine")
        try write(["power_supply/BAT0/status": "Discharging"])
        let meter = try found()
        try write(["power_supply/BAT0/energy_now": "49000000"])
        #expect(try abs(meter.joules() - 3600) < 1e-6)
    }

    @Test("a battery that tells its charge: at the voltage of now, so that a trembling voltage costs nothing")
    func charge() throws {
        try write([
            "power_supply/BAT0/type": "Battery", "power_supply/BAT0/status": "Discharging",
            "power_supply/BAT0/charge_now": "3000000", "power_supply/BAT0/voltage_now": "4000000",
        ])
        let meter = try found()
        try write(["power_supply/BAT0/voltage_now": "3900000"])
        #expect(try meter.joules() == 0)
        try write(["power_supply/BAT0/charge_now": "2999000", "power_supply/BAT0/voltage_now": "4000000"])
        #expect(try abs(meter.joules() - 14.4) < 1e-9)
    }

    @Test("two batteries together; that of a mouse is none of the machine's")
    func batteries() throws {
        for (name, scope) in [("BAT0", "System"), ("BAT1", "System"), ("hidpp", "Device")] {
            try write([
                "power_supply/\(name)/type": "Battery", "power_supply/\(name)/scope": scope,
                "power_supply/\(name)/status": name == "BAT1" ? "Discharging" : "Unknown",
                "power_supply/\(name)/energy_now": "50000000",
            ])
        }
        let meter = try found()
        try write(["power_supply/BAT0/energy_now": "49999000", "power_supply/BAT1/energy_now": "49998000"])
        try write(["power_supply/hidpp/energy_now": "1"])
        #expect(try abs(meter.joules() - 10.8) < 1e-6)
    }

    @Test("a machine without any says so; a graphics card's meter is of the card alone")
    func nothing() throws {
        try write(["hwmon/hwmon0/name": "amdgpu", "hwmon/hwmon0/power1_average": "9000000"])
        #expect(missing?.reason.hasPrefix("this machine has no meter") == true)
    }

    @Test("a meter beside the machine is asked through a command; what it says else is an error with the command")
    func command() throws {
        let loop = try EventLoop()
        #expect(try CommandMeter("echo 12.5", loop: loop).joules() == 12.5)
        #expect(try CommandMeter("printf ' 7\\r\\n8'", loop: loop).joules() == 7)
        for (command, complaint) in [
            ("echo no meter >&2; exit 3", "ended with status 3: no meter"), ("echo much", "printed 'much', no number"),
            ("true", "printed '', no number"),
        ] {
            #expect {
                try CommandMeter(command, loop: loop).joules()
            } throws: { error in
                "\(error)".contains(complaint) && "\(error)".contains(command)
            }
        }
    }
}
