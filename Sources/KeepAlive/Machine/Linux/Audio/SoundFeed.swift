import KeepAlivePolicy

/// Gives a PCM the next frames of a sound, over several runs.
struct SoundFeed {
    /// The sound, once it is open.
    var source: (any SoundSource)?
    /// The frames written since the run began.
    private(set) var framesWritten: Int64 = 0
    /// The position in the sound, in frames, at which the run began.
    private var place: Int64 = 0

    /// The number of bytes that are encoded and written at a time, so that the device plays one piece while the next
    /// piece is encoded. The number is the most that fits in one message of PulseAudio's protocol (the tile size of
    /// `pactl info`); one byte more would need two messages.
    private static let bytesAtATime = 65_472

    /// Begins a run at the position where the sound was last heard, as a paused player does.
    ///
    /// - Parameter played: the frames of the last run that were heard; frames written beyond them were discarded.
    mutating func begin(after played: Int64) {
        place += played
        framesWritten = 0
    }

    /// Writes until the device has no room or has taken the given number of frames.
    ///
    /// - Returns: the number of frames that the device took.
    mutating func fill(_ pcm: ALSAPCM, frames: Int) throws(ALSAError) -> Int {
        guard let source, let configuration = pcm.configuration else { return 0 }
        let frameBytes = configuration.format.byteCount * configuration.channels
        var done = 0
        while done < frames {
            let count = min(frames - done, max(1, Self.bytesAtATime / frameBytes))
            let bytes = try source.frames(count, from: place + framesWritten, as: configuration)
            var written = 0
            while written < count {
                let taken = try Self.write(bytes, from: written * frameBytes, count: count - written, to: pcm)
                guard taken > 0 else { return done + written }
                written += taken
                framesWritten += Int64(taken)
            }
            done += count
        }
        return done
    }

    private static func write(
        _ bytes: [UInt8], from offset: Int, count: Int, to pcm: ALSAPCM
    ) throws(ALSAError) -> Int {
        let result = bytes.withUnsafeBytes { buffer -> Result<Int, ALSAError> in
            guard let start = buffer.baseAddress else { return .success(0) }
            return Result { () throws(ALSAError) in try pcm.write(start + offset, count: count) }
        }
        return try result.get()
    }
}
