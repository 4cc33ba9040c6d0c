import Foundation
import KeepAliveModel
import KeepAliveProtocol

open class AVAudioNode: NSObject, @unchecked Sendable {
    public internal(set) weak var engine: AVAudioEngine?
    /// The node that takes its sound.
    weak var destination: AVAudioNode?

    /// Forgets the past; nothing is processed here.
    open func reset() {}

    open func outputFormat(forBus bus: Int) -> AVAudioFormat { engine?.format ?? AVAudioEngine.usualFormat }
    open func inputFormat(forBus bus: Int) -> AVAudioFormat { outputFormat(forBus: bus) }

    /// Would be called with the sound that goes through; nothing is processed here, so it is not.
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
    /// The volume, 0 to 1; what is played at 0 is silence (AS-37).
    open var outputVolume: Float = 1
}

open class AVAudioOutputNode: AVAudioNode, @unchecked Sendable {}

/// Changes sound; here it goes through as it is.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    open var bypass = false
}

/// An effect; here sound goes through as it is.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {}

/// Changes speed and pitch; here sound goes through as it is.
open class AVAudioUnitTimePitch: AVAudioUnit, @unchecked Sendable {
    @WithoutEffect open var rate: Float = 1
    @WithoutEffect open var pitch: Float = 0
    @WithoutEffect open var overlap: Float = 8
}

/// Changes the speed, and the pitch with it; here sound goes through as it is.
open class AVAudioUnitVarispeed: AVAudioUnit, @unchecked Sendable {
    @WithoutEffect open var rate: Float = 1
}

/// Nodes that are connected, and play while it runs.
///
/// Player nodes really play, through ALSA, where they are connected with the output. What stands between changes nothing. A running
/// engine without a node that plays has the device play silence.
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
    /// The player that has the device play silence, as a running engine does where no node plays.
    private lazy var silence = context.nextNumber()
    /// The engine as the runner knows it (AS-54, AS-62).
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

    /// The system has stopped it (AS-62).
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

    /// Has the sound of a node go to another one.
    ///
    /// - Parameter format: without effect here.
    open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) { node1.destination = node2 }

    open func disconnectNodeOutput(_ node: AVAudioNode) { node.destination = nil }

    open func prepare() {}

    /// Runs from now on, and activates the session.
    ///
    /// - Throws: `NSError` when the session cannot be active: in the background, or where it would interrupt others (AS-23,
    ///   AS-26).
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
    /// The engine has stopped because the route has changed (AS-62).
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}
