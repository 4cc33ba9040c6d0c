import Glibc
import KeepAlivePolicy
import SystemPackage

/// Converts a GPX file to NMEA with gpsbabel.
struct GPXConversion {
    /// The time limit for gpsbabel; the limit is this project's choice. 64 MiB of GPX took some 10 s in a test.
    static let limit = Duration.seconds(60)

    /// The path of the GPX file.
    let path: String
    /// The content of the GPX file. It shows whether the file has a track, a route or only waypoints.
    let content: [UInt8]

    /// Runs gpsbabel, and runs the loop until gpsbabel has ended. This function must not be called from a callback of
    /// the loop.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if gpsbabel is missing or cannot read the file.
    func run(on loop: EventLoop) throws -> NMEAReplay {
        let gpsbabel = try ExternalTool.gpsbabel.require()
        let tool: FinishedTool?
        do {
            tool = try FinishedTool.run(
                gpsbabel, arguments: ([gpsbabel] + arguments).map { RawText($0) },
                environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "QT_LOGGING_TO_CONSOLE=1"], limit: Self.limit,
                on: loop)
        } catch let error as Errno {
            throw KeepAliveError(.location, "\(path): cannot run gpsbabel: \(error.phrase)")
        }
        guard let tool else { throw KeepAliveError(.location, "\(path): gpsbabel did not end within \(Self.limit)") }
        guard tool.status == .exited(0) else {
            let complaint = tool.complaint.map { ": \($0)" } ?? ""
            throw KeepAliveError(.location, "\(path): gpsbabel cannot read it (\(tool.status))\(complaint)")
        }
        guard let nmea = tool.output.content(limit: ReplayFile.sizeLimit) else {
            throw KeepAliveError(.location, "\(path): more than \(ReplayFile.sizeLimit >> 20) MiB as NMEA")
        }
        guard !nmea.isEmpty else {
            throw KeepAliveError(.location, "\(path): the GPX file holds no track, no route and no waypoint")
        }
        return try NMEAReplay(nmea, name: path).changing(Self.addSatellites)
    }

    /// The arguments of gpsbabel, without the program's name.
    ///
    /// A GPX point does not contain the quality of its fix, so gpsbabel would write "no fix". The track filter
    /// therefore sets a 3D fix. It also adds course and speed, which GPX 1.1 cannot contain, and a time to points
    /// without one, one second apart.
    var arguments: [String] {
        // For gpsbabel, "-" means standard input, so "./" is put before a path that begins with a dash.
        let file = path.hasPrefix("-") ? "./\(path)" : path
        return ["-i", "gpx", "-f", file] + intoTrack
            // There are two filters, because the filter that computes a speed refuses points without a time.
            + ["-x", "track,faketime=20000101000000+1", "-x", "track,fix=3d,course,speed"]
            + ["-o", "nmea,gpgsa=0,gpvtg=0", "-F", "-"]
    }

    /// Sets the number of satellites to 8 and the dilution to 1.0 in a position for which the GPX file has neither
    /// (`<sat>`, `<hdop>`), as in most GPX files. gpsbabel writes 0 for both, and gpsd takes 0 satellites for no fix.
    static func addSatellites(_ sentence: inout NMEASentence) {
        guard sentence.address.hasSuffix("GGA"), sentence.fields.count > 8 else { return }
        if sentence.fields[7].allSatisfy({ $0 == UInt8(ascii: "0") }) { sentence.fields[7] = Array("08".utf8) }
        if Double(String(decoding: sentence.fields[8], as: UTF8.self)) == 0 { sentence.fields[8] = Array("1.0".utf8) }
    }

    /// The gpsbabel filter that converts a route or waypoints to a track; empty if the file has a track.
    private var intoTrack: [String] {
        if ReplayFile.contains(content, "<trkpt") { return [] }
        if ReplayFile.contains(content, "<rtept") { return ["-x", "transform,trk=rte,del"] }
        return ["-x", "transform,trk=wpt,del"]
    }
}
