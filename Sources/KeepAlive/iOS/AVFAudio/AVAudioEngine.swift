import Foundation
import KeepAliveModel
import KeepAliveProtocol

open class AVAudioNode: NSObject, @unchecked Sendable {
    public internal(set) weak var engine: AVAudioEngine?
    /// The node that receives this node's sound.
    weak var destination: AVAudioNode?

    /// Has no effect, unlike on iOS; `AVAudioPlayerNode` overrides it.
    open func reset() {}

    open func outputFormat(forBus bus: Int) -> AVAudioFormat { engine?.format ?? AVAudioEngine.usualFormat }
    open func inputFormat(forBus bus: Int) -> AVAudioFormat { outputFormat(forBus: bus) }

    /// Has no effect, unlike on iOS: sound does not pass through the app, so the tap is not called.
    open func installTap(
        onBus bus: Int, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping (AVAudioPCMBuffer, AVAudioTime) -> Void
    ) { AppContext.current.note(.audioTap) }
    open func removeTap(onBus bus: Int) {}
}

open class AVAudioTime: NSObject, @unchecked Sendable {
    public let hostTime: UInt64

    public init(hostTime: UInt64) {
        self.hostTime = hostTime
    }
}

open class AVAudioMixerNode: AVAudioNode, @unchecked Sendable {
    /// The volume, 0 to 1. Unlike on iOS, only 0 matters: sound that begins at volume 0 counts as silence (AS-37).
    open var outputVolume: Float = 1
}

open class AVAudioOutputNode: AVAudioNode, @unchecked Sendable {}

/// A node that processes sound on iOS. In this reproduction, sound passes unchanged.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    open var bypass = false
}

/// A node that applies an effect on iOS. In this reproduction, sound passes unchanged.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {}

/// A node that changes speed and pitch separately on iOS. In this reproduction, sound passes unchanged.
open class AVAudioUnitTimePitch: AVAudioUnit, @unchecked Sendable {
    @WithoutEffect open var rate: Float = 1
    @WithoutEffect open var pitch: Float = 0
    @WithoutEffect open var overlap: Float = 8
}

/// A node that changes speed and pitch together on iOS. In this reproduction, sound passes unchanged.
open class AVAudioUnitVarispeed: AVAudioUnit, @unchecked Sendable {
    @WithoutEffect open var rate: Float = 1
}

/// A graph of connected audio nodes, which play while the engine runs.
///
/// A player node that is connected to the output is really heard, through ALSA. The nodes in between do not change the
/// sound. While the engine runs and no node plays, the engine plays silence.
open class AVAudioEngine: NSObject, @unchecked Sendable {
    static let usualFormat: AVAudioFormat = {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
            preconditionFailure("the usual format is one")
        }
        return format
    }()

    private let context = AppContext.current
    private let lock = NSLock()
    private var nodes: [AVAudioNode] = []
    private var runs = false
    /// The number of the audio player that plays silence while the engine runs, so that the app plays sound even while
    /// no node plays.
    private lazy var silence = context.nextNumber()
    /// The engine's number in the app protocol (AS-54, AS-62).
    let number: Int
    public let outputNode = AVAudioOutputNode()
    private let mixer = AVAudioMixerNode()
    /// The format of the output.
    let format = AVAudioEngine.usualFormat

    override public init() {
        number = context.nextNumber()
        super.init()
        outputNode.engine = self
        mixer.engine = self
        mixer.destination = outputNode
        context.listen(to: AudioCallbacks.engineConfigurationChanged, self) { $0.configurationChanged() }
    }

    /// Pauses the engine and posts `AVAudioEngineConfigurationChange`: the system has stopped the engine after a route
    /// change (AS-62).
    private func configurationChanged() {
        guard isRunning else { return }
        pause()
        NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
    }

    deinit { stop() }

    open var mainMixerNode: AVAudioMixerNode { mixer }
    open var isRunning: Bool { lock.withLock { runs } }
    open var attachedNodes: Set<AVAudioNode> { Set(lock.withLock { nodes } + [mixer, outputNode]) }

    open func attach(_ node: AVAudioNode) {
        node.engine = self
        lock.withLock { if !nodes.contains(node) { nodes.append(node) } }
    }

    open func detach(_ node: AVAudioNode) {
        (node as? AVAudioPlayerNode)?.stop()
        node.engine = nil
        node.destination = nil
        lock.withLock { nodes.removeAll { $0 === node } }
    }

    /// Connects the output of a node to another node.
    ///
    /// - Parameter format: ignored.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) { node1.destination = node2 }

    open func disconnectNodeOutput(_ node: AVAudioNode) { node.destination = nil }

    open func prepare() {}

    /// Activates the audio session, and starts the engine.
    ///
    /// - Throws: `NSError` if the session cannot be activated, because the app is in the background or would interrupt
    ///   other apps (AS-23, AS-26).
    open func start() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        context.send(AudioMethods.preparePlayer, silence, nil)
        try context.request(AudioMethods.play, silence, -1, true, number)
        lock.withLock { runs = true }
        for node in lock.withLock({ nodes }) { (node as? AVAudioPlayerNode)?.engineRuns(true) }
    }

    open func pause() { halt { $0.engineRuns(false) } }

    open func stop() { halt { $0.stop() } }

    open func reset() { for node in lock.withLock({ nodes }) { node.reset() } }

    private func halt(_ body: (AVAudioPlayerNode) -> Void) {
        let wasRunning = lock.withLock {
            defer { runs = false }
            return runs
        }
        guard wasRunning else { return }
        for node in lock.withLock({ nodes }) { (node as? AVAudioPlayerNode).map(body) }
        context.send(AudioMethods.stop, silence)
    }
}

extension NSNotification.Name {
    /// Posted when the system has stopped the engine after a route change (AS-62).
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}
