import KeepAlivePolicy

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A sound in a format that libsndfile does not read, such as AAC. ffmpeg(1) decodes it into an unlinked temporary
/// file.
///
/// The decoder runs at the same time as the reader and decodes much faster than the sound plays, so only the first read
/// has to wait. The decoder is a separate process: a broken file can crash only that process.
final class DecodedSound {
    let sampleRate: Int
    let channels: Int
    /// The number of frames: the number that the file claims, and once everything is decoded, the number that was
    /// decoded.
    private(set) var length: Int64

    private let path: String
    private let file: CInt
    private var decoder: ChildProgram?

    /// The longest wait in seconds for more decoded data. The limit is this project's choice: decoding one second of
    /// sound takes some milliseconds.
    private static let patience = 4.0

    /// The most bytes that a file may decode to: six hours in stereo at 44.1 kHz. The limit is this project's choice; a
    /// small file can claim to last for days.
    private static let bytesMax: Int64 = 4 << 30
    private let limit: Int64

    /// Starts to decode a file.
    ///
    /// - Parameters:
    ///   - reason: the reason why libsndfile does not read the file.
    ///   - limit: the most bytes that the file may decode to.
    /// - Throws: ``KeepAliveError`` with code `audio` when ffmpeg is not installed or finds no sound.
    init(path: String, reason: String, limit: Int64 = DecodedSound.bytesMax) throws(KeepAliveError) {
        guard let ffmpeg = ChildProgram.find("ffmpeg"), let ffprobe = ChildProgram.find("ffprobe") else {
            throw KeepAliveError(
                .audio, "cannot play the file '\(path)': \(reason)",
                remedy:
                    "WAV, FLAC, Ogg and AIFF files are played; others, such as AAC, with ffmpeg: apt-get install ffmpeg"
            )
        }
        let facts = try Self.probe(path, with: ffprobe)
        guard let rate = facts["sample_rate"].flatMap({ Int($0) }), (1_000...768_000).contains(rate),
            let channels = facts["channels"].flatMap({ Int($0) }), (1...32).contains(channels)
        else {
            throw KeepAliveError(
                .audio, "cannot play the file '\(path)': \(reason)", remedy: "ffmpeg finds no sound in it, either")
        }
        // Some files have no duration. For a raw AAC stream (ADTS), ffprobe only estimates the duration from the first
        // bytes, so ignore it.
        let duration = facts["format_name"] == "aac" ? nil : facts["duration"].flatMap { Double($0) }
        let claim = (duration ?? 0) * Double(rate * channels * 2)
        guard claim <= Double(limit) else { throw Self.tooLong(path, limit) }
        file = try Self.temporaryFile()
        self.path = path
        self.limit = limit
        sampleRate = rate
        self.channels = channels
        length = Int64(clamping: (duration ?? 0) * Double(rate))
        decoder = ChildProgram(
            ffmpeg,
            ["-nostdin", "-v", "error", "-i", "file:\(path)", "-map", "0:a:0", "-f", "s16le", "-acodec", "pcm_s16le"]
                + ["-ar", "\(rate)", "-ac", "\(channels)", "-fs", "\(limit)", "-"], output: file)
        guard decoder != nil, try frames(atLeast: duration == nil ? .max : 1) > 0 else {
            throw KeepAliveError(.audio, "cannot play the file '\(path)': ffmpeg cannot decode it")
        }
    }

    deinit {
        decoder?.end()
        close(file)
    }

    /// The number of bytes in a frame: ffmpeg writes 16 bits for each channel.
    private var frameBytes: Int64 { Int64(channels * 2) }

    /// Reads frames, and waits until the decoder has written them.
    ///
    /// - Parameters:
    ///   - count: the most frames to read.
    ///   - start: the number of the first frame to read.
    /// - Returns: the samples of all channels, frame by frame, from -1 to 1; empty behind the end of the sound.
    func samples(_ count: Int, from start: Int64) throws(KeepAliveError) -> [Double] {
        let there = try frames(atLeast: start + Int64(count))
        let wanted = min(Int64(count), there - start)
        guard wanted > 0 else { return [] }
        var values = [Int16](repeating: 0, count: Int(wanted) * channels)
        let read = values.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(start * frameBytes)) }
        guard read > 0 else { return [] }
        return values.prefix(read / 2).map { Double(Int16(littleEndian: $0)) / 32_768 }
    }

    /// Waits until the given number of frames is decoded, or until decoding has ended.
    ///
    /// - Returns: the number of decoded frames.
    private func frames(atLeast wanted: Int64) throws(KeepAliveError) -> Int64 {
        var waited = 0.0
        var last: Int64 = 0
        while true {
            let hasEnded = decoder?.hasEnded ?? true
            var status = stat()
            guard fstat(file, &status) == 0 else { return 0 }
            // ffmpeg stops at this size (`-fs`), even if sound is left.
            guard status.st_size < limit else { throw Self.tooLong(path, limit) }
            let there = Int64(status.st_size) / frameBytes
            if hasEnded {
                decoder = nil
                length = there
                return there
            }
            if there >= wanted { return there }
            // The time limit starts again whenever ffmpeg has written more.
            if there > last { (last, waited) = (there, 0) }
            guard waited < Self.patience else {
                throw KeepAliveError(.audio, "ffmpeg does not get on with decoding '\(path)'")
            }
            usleep(2_000)
            waited += 0.002
        }
    }

    private static func tooLong(_ path: String, _ limit: Int64) -> KeepAliveError {
        KeepAliveError(.audio, "cannot play the file '\(path)': it decodes to more than \(limit) bytes")
    }

    // MARK: The programs

    private static func probe(_ path: String, with program: String) throws(KeepAliveError) -> [String: String] {
        let output = try temporaryFile()
        defer { close(output) }
        let prober = ChildProgram(
            program,
            [
                "-v", "error", "-select_streams", "a:0", "-show_entries",
                "stream=sample_rate,channels,duration:format=duration,format_name",
            ]
                + ["-of", "default=noprint_wrappers=1", "file:\(path)"], output: output)
        guard let prober, prober.wait(patience) else {
            prober?.end()
            throw KeepAliveError(.audio, "cannot play the file '\(path)': ffprobe does not answer")
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = max(0, pread(output, &bytes, bytes.count, 0))
        var facts: [String: String] = [:]
        for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: "=", maxSplits: 1)
            // ffprobe prints the stream's duration before the container's, so keep the first value of each key. A
            // stream without a duration has the value `N/A`.
            guard words.count == 2, words[1] != "N/A", facts[String(words[0])] == nil else { continue }
            facts[String(words[0])] = String(words[1])
        }
        return facts
    }

    /// Creates an unlinked temporary file; the kernel deletes the file when its last descriptor is closed.
    private static func temporaryFile() throws(KeepAliveError) -> CInt {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array("\(folder)/keepalive-sound-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else {
            throw KeepAliveError(
                .audio, "cannot decode sound: no file in \(folder): \(String(cString: strerror(errno)))")
        }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        unlink(name)
        return file
    }
}
