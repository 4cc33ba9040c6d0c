import KeepAlivePolicy

/// Gives a PCM the frames of a sound that come next, run after run.
struct SoundFeed {
    /// The sound, once it is open.
    var source: (any SoundSource)?
    /// Frames written since the run began.
    private(set) var framesWritten: Int64 = 0
    /// Where in the sound the run began.
    private var place: Int64 = 0

    /// Frames that are made and written at a time: the device has the first while the next are made.
    private static let framesAtATime = 16_384

    /// Begins a run where the last one was heard to its end, as a player does that was paused.
    ///
    /// - Parameter played: the frames of the last run that were heard; what was written beyond them was discarded.
    mutating func begin(after played: Int64) {
        place += played
        framesWritten = 0
    }

    /// Writes until the device has no room or has got so many frames.
    ///
    /// - Returns: how many frames it took.
    mutating func fill(_ pcm: ALSAPCM, frames: Int) throws(ALSAError) -> Int {
        guard let source, let configuration = pcm.configuration else { return 0 }
        let frameBytes = configuration.format.byteCount * configuration.channels
        var done = 0
        while done < frames {
            let count = min(frames - done, Self.framesAtATime)
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
