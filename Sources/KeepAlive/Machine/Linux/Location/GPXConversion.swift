import Glibc
import KeepAlivePolicy
import SystemPackage

/// Turns a GPX file into NMEA with gpsbabel.
struct GPXConversion {
    /// The longest time that gpsbabel may take: our choice; 64 MiB of GPX take some 10 s here.
    static let limit = Duration.seconds(60)

    /// The GPX file.
    let path: String
    /// Its content, which shows whether it has a track, a route or only waypoints.
    let content: [UInt8]

    /// Runs gpsbabel, and the loop until it has ended. This must not be called from a handler of the loop.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` when gpsbabel is missing or cannot read the file.
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

    /// gpsbabel's arguments after its name.
    ///
    /// A GPX point has no quality of its fix, so gpsbabel would write "no fix". The track filter therefore makes it 3D.
    /// It also adds course and speed, which GPX 1.1 cannot carry, and one second per point without a time.
    var arguments: [String] {
        // gpsbabel would not take a path that begins with a dash for an option, but it takes "-" for standard input.
        let file = path.hasPrefix("-") ? "./\(path)" : path
        return ["-i", "gpx", "-f", file] + intoTrack
            // There are two filters, because the one that computes a speed refuses points without a time.
            + ["-x", "track,faketime=20000101000000+1", "-x", "track,fix=3d,course,speed"]
            + ["-o", "nmea,gpgsa=0,gpvtg=0", "-F", "-"]
    }

    /// Gives a position eight satellites and a dilution of 1.0 where the GPX file has none (`<sat>`, `<hdop>`), as is
    /// usual. gpsbabel then writes 0 for both, and gpsd takes 0 satellites for no fix.
    static func addSatellites(_ sentence: inout NMEASentence) {
        guard sentence.address.hasSuffix("GGA"), sentence.fields.count > 8 else { return }
        if sentence.fields[7].allSatisfy({ $0 == UInt8(ascii: "0") }) { sentence.fields[7] = Array("08".utf8) }
        if Double(String(decoding: sentence.fields[8], as: UTF8.self)) == 0 { sentence.fields[8] = Array("1.0".utf8) }
    }

    /// The filter that makes a track of a route or of waypoints.
    private var intoTrack: [String] {
        if ReplayFile.contains(content, "<trkpt") { return [] }
        if ReplayFile.contains(content, "<rtept") { return ["-x", "transform,trk=rte,del"] }
        return ["-x", "transform,trk=wpt,del"]
    }
}
