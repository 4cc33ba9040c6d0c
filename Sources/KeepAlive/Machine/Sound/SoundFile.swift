import CSndFile
import KeepAlivePolicy

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A sound file that is looped without a gap, read through libsndfile: WAV, FLAC, Ogg, AIFF and its other formats. What
/// libsndfile does not read, such as AAC, is decoded by ffmpeg, where that is installed.
///
/// libsndfile is loaded when the first file is opened, so that a run without one neither needs it nor waits for it.
package final class SoundFile {
    /// Frames a second.
    package let sampleRate: Int
    /// The number of channels.
    package let channels: Int

    /// The error for a file that could be read before and now cannot.
    package struct Failure: Error {
        package let description: String
    }

    /// Outside this range the header is wrong, or no device supports the rate.
    private static let sampleRates = 1_000...768_000

    private let path: String
    /// The open file; `nil` for one that is decoded.
    private let handle: OpaquePointer?
    private let decoded: DecodedSound?
    private var length: Int64
    private var position: Int64 = 0

    /// Opens a file.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when it cannot be read as sound, is empty or not seekable, or when
    ///   libsndfile is not installed.
    package init(path: String) throws(KeepAliveError) {
        guard CSndFile_load() == 0 else {
            throw KeepAliveError(
                .audio, "cannot read '\(path)': libsndfile is not installed", remedy: "apt-get install libsndfile1")
        }
        var status = stat()
        // A pipe would wait for its writer, and cannot be looped.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw KeepAliveError(.audio, "cannot loop '\(path)': not a regular file")
        }
        var format = CSndFile_Info()
        guard let handle = CSndFile_open(path, &format) else {
            guard access(path, R_OK) == 0 else {
                throw KeepAliveError(.audio, "cannot play the file '\(path)': \(String(cString: strerror(errno)))")
            }
            var reason = CSndFile_error(nil).map { String(cString: $0) } ?? ""
            while reason.last == "." { reason.removeLast() }
            let decoded = try DecodedSound(path: path, reason: reason)
            self.path = path
            self.decoded = decoded
            self.handle = nil
            sampleRate = decoded.sampleRate
            channels = decoded.channels
            length = decoded.length
            return
        }
        guard format.seekable != 0, Self.holdsSound(handle, format) else {
            CSndFile_close(handle)
            throw KeepAliveError(
                .audio,
                "cannot loop the file '\(path)': it \(format.seekable != 0 ? "holds no sound" : "is not seekable")")
        }
        guard Self.sampleRates.contains(Int(format.samplerate)) else {
            CSndFile_close(handle)
            throw KeepAliveError(
                .audio, "cannot play the file '\(path)': it has \(format.samplerate) frames a second",
                remedy: "\(Self.sampleRates.lowerBound) to \(Self.sampleRates.upperBound) are played")
        }
        self.path = path
        self.handle = handle
        decoded = nil
        sampleRate = Int(format.samplerate)
        channels = Int(format.channels)
        length = format.frames
    }

    deinit { if let handle { CSndFile_close(handle) } }

    /// The length in seconds, by its header.
    package var seconds: Double { Double(length) / Double(sampleRate) }

    /// Returns whether there is a first frame. The length in the header may be unknown or wrong.
    private static func holdsSound(_ handle: OpaquePointer, _ format: CSndFile_Info) -> Bool {
        guard format.frames > 0, format.samplerate > 0, format.channels > 0 else { return false }
        var frame = [Double](repeating: 0, count: Int(format.channels))
        return CSndFile_read(handle, &frame, 1) == 1 && CSndFile_seek(handle, 0) == 0
    }

    /// Reads frames from a position, and goes on at the beginning where the file ends.
    ///
    /// - Parameters:
    ///   - count: the number of frames.
    ///   - start: the first of them, on a timeline on which the file is repeated for ever.
    /// - Returns: the samples of all channels, frame by frame, from -1 to 1.
    package func samples(_ count: Int, from start: Int64) throws(Failure) -> [Double] {
        guard let handle else { return try decodedSamples(count, from: start) }
        var samples = [Double](repeating: 0, count: count * channels)
        var done = 0
        try seek(handle, to: start % length)
        while done < count {
            let wanted = min(Int64(count - done), length - position)
            let taken = samples.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { CSndFile_read(handle, $0 + done * channels, wanted) } ?? 0
            }
            guard taken > 0 else {
                // A stream that was written without its length, or was cut off, is as long as its data.
                guard position > 0 else {
                    throw Failure(description: "the file '\(path)' holds no sound any more")
                }
                length = position
                try seek(handle, to: 0)
                continue
            }
            done += Int(taken)
            position += taken
            if position >= length { try seek(handle, to: 0) }
        }
        return samples
    }

    private func decodedSamples(_ count: Int, from start: Int64) throws(Failure) -> [Double] {
        var samples: [Double] = []
        var place = start
        while samples.count < count * channels {
            let wanted = count - samples.count / channels
            let taken: [Double]
            do {
                taken = try decoded?.samples(wanted, from: length > 0 ? place % length : place) ?? []
            } catch {
                throw Failure(description: error.message)
            }
            // The length that the file says is not always that of its sound.
            length = decoded?.length ?? 0
            guard !taken.isEmpty else {
                guard length > 0, place % length != 0 else {
                    throw Failure(description: "the file '\(path)' holds no sound any more")
                }
                place = 0
                continue
            }
            samples += taken
            place += Int64(taken.count / channels)
        }
        return samples
    }

    private func seek(_ handle: OpaquePointer, to place: Int64) throws(Failure) {
        guard position != place else { return }
        guard CSndFile_seek(handle, place) == place else {
            throw Failure(description: "cannot read the file '\(path)' again")
        }
        position = place
    }
}
