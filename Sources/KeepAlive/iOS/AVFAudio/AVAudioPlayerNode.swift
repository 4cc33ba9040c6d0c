import Foundation
import KeepAliveModel

public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 0)
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 1)
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 1 << 2)
}

open class AVAudioPlayerNode: AVAudioNode, AVAudioPlayerDelegate, @unchecked Sendable {
    private struct Item {
        let player: AVAudioPlayer
        let completion: (@Sendable () -> Void)?
    }

    private let context = AppContext.current
    private let lock = NSRecursiveLock()
    private var queue: [Item] = []
    private var plays = false

    /// The volume, 0 to 1. Unlike on iOS, only 0 matters: sound that begins at volume 0 counts as silence (AS-37).
    open var volume: Float = 1

    open var isPlaying: Bool { lock.withLock { plays } }

    // MARK: Scheduling

    /// Schedules a file to be played after all sounds that are already scheduled.
    ///
    /// - Parameters:
    ///   - when: ignored, unlike on iOS.
    ///   - completionHandler: called when the file has been played, or the node was stopped.
    open func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        do { add(try AVAudioPlayer(contentsOf: file.url), completionHandler) } catch {
            AppProcess.say("AVAudioPlayerNode: \(error.localizedDescription)")
        }
    }

    /// Schedules a file, from a frame on, to be played after all sounds that are already scheduled.
    ///
    /// - Parameters:
    ///   - startFrame: the first frame to play, at 44,100 frames per second.
    ///   - numberFrames: ignored, unlike on iOS: the file is played to its end.
    ///   - when: ignored, unlike on iOS.
    ///   - completionHandler: called when the file has been played, or the node was stopped.
    open func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        do {
            let player = try AVAudioPlayer(contentsOf: file.url)
            player.currentTime = Double(startFrame) / file.processingFormat.sampleRate
            add(player, completionHandler)
        } catch {
            AppProcess.say("AVAudioPlayerNode: \(error.localizedDescription)")
        }
    }

    /// Schedules a buffer to be played after all sounds that are already scheduled, or in place of these sounds.
    ///
    /// The buffer takes their place if `options` has `interrupts` or `interruptsAtLoop`, or if the sound that is due
    /// now is a loop.
    ///
    /// - Parameters:
    ///   - when: ignored, unlike on iOS.
    ///   - options: `loops` repeats the buffer without end; `interruptsAtLoop` stops the scheduled sounds at once, as
    ///     `interrupts` does, unlike on iOS.
    ///   - completionHandler: called when the buffer has been played, or the node was stopped.
    open func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        do {
            let player = try AVAudioPlayer(data: buffer.wave)
            if options.contains(.loops) { player.numberOfLoops = -1 }
            let isLoop = lock.withLock { queue.first?.player.numberOfLoops == -1 }
            if isLoop || !options.isDisjoint(with: [.interrupts, .interruptsAtLoop]) { clear() }
            add(player, completionHandler)
        } catch {
            AppProcess.say("AVAudioPlayerNode: \(error.localizedDescription)")
        }
    }

    open func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: (@Sendable () -> Void)? = nil) {
        scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
    }

    private func add(_ player: AVAudioPlayer, _ completion: (@Sendable () -> Void)?) {
        player.delegate = self
        let isFirst = lock.withLock {
            queue.append(Item(player: player, completion: completion))
            return queue.count == 1
        }
        if isFirst { playFirst() }
    }

    // MARK: Playing

    /// Plays the scheduled sounds. Raises an exception if the engine does not run, as on iOS.
    open func play() {
        guard engine?.isRunning == true else {
            return AppleException(
                name: "com.apple.coreaudio.avfaudio", reason: "required condition is false: _engine->IsRunning()",
                rule: "LC-01"
            ).raise(in: context)
        }
        lock.withLock { plays = true }
        playFirst()
    }

    /// Plays the scheduled sounds at once: unlike on iOS, `when` is ignored.
    open func play(at when: AVAudioTime?) { play() }

    open func pause() {
        let player = lock.withLock {
            plays = false
            return queue.first?.player
        }
        player?.pause()
    }

    open func stop() {
        lock.withLock { plays = false }
        clear()
    }

    override open func reset() { clear() }

    /// Called when the engine starts (true) or pauses (false).
    func engineRuns(_ runs: Bool) {
        if runs { playFirst() } else { lock.withLock { queue.first?.player }?.pause() }
    }

    private func playFirst() {
        guard engine?.isRunning == true, leadsToOutput else { return }
        let player = lock.withLock { plays ? queue.first?.player : nil }
        guard let player else { return }
        player.engine = engine?.number
        player.volume = volume * (engine?.mainMixerNode.outputVolume ?? 1)
        player.play()
    }

    /// True if the node is connected to the output of its engine.
    private var leadsToOutput: Bool {
        var node: AVAudioNode? = self
        // The limit of 100 steps ends the search among nodes that are connected in a circle.
        for _ in 0..<100 {
            guard let next = node?.destination else { return false }
            if next is AVAudioOutputNode { return true }
            node = next
        }
        return false
    }

    private func clear() {
        let gone = lock.withLock {
            defer { queue = [] }
            return queue
        }
        for item in gone {
            item.player.delegate = nil
            item.player.stop()
            if let completion = item.completion { context.main { completion() } }
        }
    }

    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        let done = lock.withLock { queue.first?.player === player ? queue.removeFirst() : nil }
        guard let done else { return }
        done.completion?()
        playFirst()
    }
}
