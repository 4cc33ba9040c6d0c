import CSndFile
import KeepAlivePolicy

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A sound file that is looped without a gap. libsndfile reads WAV, FLAC, Ogg, AIFF and its other formats. ffmpeg,
/// where it is installed, decodes the formats that libsndfile does not read, such as AAC.
///
/// libsndfile is loaded when the first file is opened, so that a run without sound files does not need or load it.
package final class SoundFile {
    /// The sample rate in Hz.
    package let sampleRate: Int
    package let channels: Int

    /// The error for a file that could be opened but cannot be read any more.
    package struct Failure: Error {
        package let description: String
    }

    /// The accepted sample rates in Hz. A rate outside this range is an error in the header, or no device supports the
    /// rate.
    private static let sampleRates = 1_000...768_000

    private let path: String
    /// libsndfile's handle of the open file; `nil` if ffmpeg decodes the file.
    private let handle: OpaquePointer?
    private let decoded: DecodedSound?
    private var length: Int64
    private var position: Int64 = 0

    /// Opens a sound file.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when the file cannot be read as sound, is empty or not seekable,
    ///   or when libsndfile is not installed.
    package init(path: String) throws(KeepAliveError) {
        guard CSndFile_load() == 0 else {
            throw KeepAliveError(
                .audio, "cannot read '\(path)': libsndfile is not installed", remedy: "apt-get install libsndfile1")
        }
        var status = stat()
        // Only regular files are accepted: opening a pipe would block until a writer opens it, and a pipe cannot be
        // looped.
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

    /// The length in seconds as the file's header says; corrected once the real end has been read.
    package var seconds: Double { Double(length) / Double(sampleRate) }

    /// Returns whether the file holds a first frame. The length in the header may be unknown or wrong, so read the
    /// frame.
    private static func holdsSound(_ handle: OpaquePointer, _ format: CSndFile_Info) -> Bool {
        guard format.frames > 0, format.samplerate > 0, format.channels > 0 else { return false }
        var frame = [Double](repeating: 0, count: Int(format.channels))
        return CSndFile_read(handle, &frame, 1) == 1 && CSndFile_seek(handle, 0) == 0
    }

    /// Reads frames from a position, and continues at the beginning of the file where the file ends.
    ///
    /// - Parameters:
    ///   - count: the number of frames.
    ///   - start: the number of the first frame, on a timeline on which the file is repeated forever.
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
                // The data ends before the length in the header: the stream was written without its length, or was
                // truncated. The data read so far is the file's real length.
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
            // Once everything is decoded, the decoder knows the real length, which replaces the length in the header.
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
