import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveProtocol

/// The date and the time zone of this machine, which a running device uses.
enum MachineDate {
    /// The current date. If no time zone can be read, the zone is UTC.
    static var now: DeviceDate { DeviceDate(atStart: WallClock.now, zone: zone) }

    private static let localtime = "/etc/localtime"

    /// The time zone that tzset(3) would use: from `TZ`, or from /etc/localtime.
    private static let zone: TimeZoneRules = {
        if let name = Machine.variable("TZ"), !name.isEmpty {
            let name = name.hasPrefix(":") ? String(name.dropFirst()) : name
            return name.hasPrefix("/") ? zone(at: name) : TimeZoneFiles.zone(named: name) ?? .utc
        }
        return zone(at: localtime)
    }()

    private static func zone(at path: String) -> TimeZoneRules {
        let target = SmallFile.link(path) ?? path
        let name = target.split(separator: "/zoneinfo/", maxSplits: 1).dropFirst().first.map(String.init)
        return TimeZoneFiles.zone(named: name ?? "local", at: path) ?? .utc
    }
}
