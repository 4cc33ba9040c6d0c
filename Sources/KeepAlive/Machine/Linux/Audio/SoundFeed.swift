import KeepAlivePolicy

/// Gives a PCM the next frames of a sound, run after run.
struct SoundFeed {
    /// The sound, once it is open.
    var source: (any SoundSource)?
    /// The frames written since the run began.
    private(set) var framesWritten: Int64 = 0
    /// The place in the sound where the run began.
    private var place: Int64 = 0

    /// The bytes that are made and written at a time: the device plays the first while the next are made. It is the most that
    /// PulseAudio's protocol has in one message (the tile size of `pactl info`); one byte more would make two of it.
    private static let bytesAtATime = 65_472

    /// Begins a run where the sound was last heard, as a paused player does.
    ///
    /// - Parameter played: the frames of the last run that were heard; frames written beyond them were discarded.
    mutating func begin(after played: Int64) {
        place += played
        framesWritten = 0
    }

    /// Writes until the device has no room, or has got a number of frames.
    ///
    /// - Returns: the number of frames that it took.
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
