import Foundation
import KeepAliveModel
import KeepAliveProtocol

public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success
    /// What it is about is not there.
    case noSuchContent = 100
    case noActionableNowPlayingItem = 110
    case deviceNotFound = 120
    case commandFailed = 200
}

open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    public let command: MPRemoteCommand
    /// When it was, in seconds of the machine's clock.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
        super.init()
    }
}

/// A command to go on or back by some seconds.
public final class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The seconds.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

public final class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let type: MPSeekCommandEventType

    init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command)
    }
}

public enum MPSeekCommandEventType: UInt, Sendable {
    case beginSeeking
    case endSeeking = 1
}

public final class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var isNegative: Bool { false }
}

/// A command of what plays next by chance; not given here.
public final class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    /// What is mixed now; kept, and not shown here.
    @WithoutEffect public var currentShuffleType = MPShuffleType.off
}

public enum MPShuffleType: Int, Sendable {
    case off, items, collections
}

public final class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var shuffleType: MPShuffleType { .off }
    /// True if that is to be kept.
    public var preservesShuffleMode: Bool { false }
}

/// A command of what is repeated; not given here.
public final class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    /// What is repeated now; kept, and not shown here.
    @WithoutEffect public var currentRepeatType = MPRepeatType.off
}

public enum MPRepeatType: Int, Sendable {
    case off, one, all
}

public final class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var repeatType: MPRepeatType { .off }
    /// True if that is to be kept.
    public var preservesRepeatMode: Bool { false }
}

public final class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The position, in seconds.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, position: TimeInterval) {
        positionTime = position
        super.init(command)
    }
}

public final class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let playbackRate: Float

    init(_ command: MPRemoteCommand, rate: Float) {
        playbackRate = rate
        super.init(command)
    }
}

open class MPRemoteCommand: NSObject, @unchecked Sendable {
    private struct Handler {
        /// The token of a block, which the command keeps.
        let token: AnyObject?
        /// The object of a method, which it does not.
        private(set) weak var target: AnyObject?
        let action: Selector?
        let call: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

        /// What it is removed by; `nil` once its object is gone.
        var owner: AnyObject? { token ?? target }
    }

    /// What the system calls it; `nil` for one that is not given here.
    let name: RemoteCommand.Name?
    private let changed: @Sendable () -> Void
    private let lock = NSLock()
    private var handlers: [Handler] = []
    private var enabled = true

    init(_ name: RemoteCommand.Name?, _ changed: @escaping @Sendable () -> Void) {
        self.name = name
        self.changed = changed
        super.init()
    }

    public var isEnabled: Bool {
        get { lock.withLock { enabled } }
        set {
            lock.withLock { enabled = newValue }
            changed()
        }
    }

    /// Has a block called for the command.
    ///
    /// - Parameter handler: called on the main thread.
    /// - Returns: what ``removeTarget(_:)`` takes.
    @discardableResult
    public func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let token = NSObject()
        add(Handler(token: token, target: nil, action: nil, call: handler))
        return token
    }

    /// Has a method called for the command, which takes the event. The object is not kept alive.
    public func addTarget(_ target: Any, action: Selector) {
        weak let object = target as AnyObject
        add(
            Handler(token: nil, target: object, action: action) { event in
                guard let object else { return .commandFailed }
                return action.perform(on: object, [event]) as? MPRemoteCommandHandlerStatus ?? .success
            })
    }

    public func removeTarget(_ target: Any?) { remove(target, nil) }

    public func removeTarget(_ target: Any, action: Selector?) { remove(target, action) }

    private func add(_ handler: Handler) {
        lock.withLock { handlers.append(handler) }
        changed()
    }

    private func remove(_ target: Any?, _ action: Selector?) {
        lock.withLock {
            handlers.removeAll { handler in
                (target == nil || handler.owner === target.map { $0 as AnyObject })
                    && (action == nil || handler.action == action)
            }
        }
        changed()
    }

    /// True if the user may give it, and somebody handles it.
    var isHandled: Bool { lock.withLock { enabled && handlers.contains { $0.owner != nil } } }

    func perform(_ value: Double?) {
        let event = event(value)
        for handler in lock.withLock({ handlers }) { _ = handler.call(event) }
    }

    /// Returns the event with its number.
    private func event(_ value: Double?) -> MPRemoteCommandEvent {
        switch name {
        case .skipForward, .skipBackward: MPSkipIntervalCommandEvent(self, interval: value ?? 15)
        case .seekForward, .seekBackward: MPSeekCommandEvent(self, type: value == 0 ? .endSeeking : .beginSeeking)
        case .changePlaybackPosition: MPChangePlaybackPositionCommandEvent(self, position: value ?? 0)
        case .changePlaybackRate: MPChangePlaybackRateCommandEvent(self, rate: Float(value ?? 1))
        case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack, nil: MPRemoteCommandEvent(self)
        }
    }
}

/// A command to go on or back by some seconds.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    /// The seconds that are offered to the user; kept, and not shown here.
    @WithoutEffect public var preferredIntervals: [NSNumber] = []
}

/// A command by which the user likes or dislikes the item. It is not given here.
public final class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    /// True if the user likes or dislikes it already; kept, and not shown here.
    @WithoutEffect public var isActive = false
    /// The words for it; kept, and not shown here.
    @WithoutEffect public var localizedTitle = ""
}

/// A command by which the user gives the item stars. It is not given here.
public final class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    /// The fewest stars; kept, and not shown here.
    @WithoutEffect public var minimumRating: Float = 0
    /// The most stars; kept, and not shown here.
    @WithoutEffect public var maximumRating: Float = 1
}

public final class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var rating: Float { 0 }
}

public final class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

public final class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    /// The rates that are offered to the user; kept, and not shown here.
    @WithoutEffect public var supportedPlaybackRates: [NSNumber] = []
}

/// The commands of the lock screen, of Control Center and of headsets, for the Now Playing app (AS-60). `ctl media` gives them.
public final class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    public let playCommand: MPRemoteCommand
    public let pauseCommand: MPRemoteCommand
    public let stopCommand: MPRemoteCommand
    public let togglePlayPauseCommand: MPRemoteCommand
    public let nextTrackCommand: MPRemoteCommand
    public let previousTrackCommand: MPRemoteCommand
    /// To go on by some seconds.
    public let skipForwardCommand: MPSkipIntervalCommand
    /// To go back by some seconds.
    public let skipBackwardCommand: MPSkipIntervalCommand
    public let seekForwardCommand: MPRemoteCommand
    public let seekBackwardCommand: MPRemoteCommand
    public let changePlaybackPositionCommand: MPChangePlaybackPositionCommand
    public let changePlaybackRateCommand: MPChangePlaybackRateCommand
    /// The user likes the item; not given here.
    public let likeCommand: MPFeedbackCommand
    /// The user dislikes the item; not given here.
    public let dislikeCommand: MPFeedbackCommand
    /// The user marks the item; not given here.
    public let bookmarkCommand: MPFeedbackCommand
    /// The user gives the item stars; not given here.
    public let ratingCommand: MPRatingCommand
    /// The user chooses a language; not given here.
    public let enableLanguageOptionCommand: MPRemoteCommand
    /// The user chooses a language no longer; not given here.
    public let disableLanguageOptionCommand: MPRemoteCommand
    /// The user chooses what is mixed; not given here.
    public let changeShuffleModeCommand: MPChangeShuffleModeCommand
    /// The user chooses what is repeated; not given here.
    public let changeRepeatModeCommand: MPChangeRepeatModeCommand
    private let context: AppContext
    private let told = Told()

    private init(_ context: AppContext) {
        self.context = context
        let told = told
        let changed: @Sendable () -> Void = { told.changed(context) }
        playCommand = MPRemoteCommand(.play, changed)
        pauseCommand = MPRemoteCommand(.pause, changed)
        stopCommand = MPRemoteCommand(.stop, changed)
        togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause, changed)
        nextTrackCommand = MPRemoteCommand(.nextTrack, changed)
        previousTrackCommand = MPRemoteCommand(.previousTrack, changed)
        skipForwardCommand = MPSkipIntervalCommand(.skipForward, changed)
        skipBackwardCommand = MPSkipIntervalCommand(.skipBackward, changed)
        seekForwardCommand = MPRemoteCommand(.seekForward, changed)
        seekBackwardCommand = MPRemoteCommand(.seekBackward, changed)
        changePlaybackPositionCommand = MPChangePlaybackPositionCommand(.changePlaybackPosition, changed)
        changePlaybackRateCommand = MPChangePlaybackRateCommand(.changePlaybackRate, changed)
        likeCommand = MPFeedbackCommand(nil, {})
        dislikeCommand = MPFeedbackCommand(nil, {})
        bookmarkCommand = MPFeedbackCommand(nil, {})
        ratingCommand = MPRatingCommand(nil, {})
        enableLanguageOptionCommand = MPRemoteCommand(nil, {})
        disableLanguageOptionCommand = MPRemoteCommand(nil, {})
        changeShuffleModeCommand = MPChangeShuffleModeCommand(nil, {})
        changeRepeatModeCommand = MPChangeRepeatModeCommand(nil, {})
        super.init()
        told.commands = all
        context.serve(AudioCallbacks.remoteCommand, self) { $0.perform($1) }
    }

    public class func shared() -> MPRemoteCommandCenter { of(.current) }

    static func of(_ context: AppContext) -> MPRemoteCommandCenter { context.only { MPRemoteCommandCenter(context) } }

    private var all: [MPRemoteCommand] {
        [
            playCommand, pauseCommand, stopCommand, togglePlayPauseCommand, nextTrackCommand, previousTrackCommand,
            skipForwardCommand, skipBackwardCommand, seekForwardCommand, seekBackwardCommand,
            changePlaybackPositionCommand, changePlaybackRateCommand,
        ]
    }

    /// Performs a command of the system.
    func perform(_ command: RemoteCommand) { all.first { $0.name == command.name }?.perform(command.value) }
}

/// What the system knows of the commands that the app handles.
private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [RemoteCommand.Name] = []
    private var list: [Weak] = []

    private struct Weak {
        weak var command: MPRemoteCommand?
    }

    var commands: [MPRemoteCommand] {
        get { lock.withLock { list.compactMap(\.command) } }
        set { lock.withLock { list = newValue.map { Weak(command: $0) } } }
    }

    /// Tells the system, if others are handled now.
    func changed(_ context: AppContext) {
        let handled = commands.filter(\.isHandled).compactMap(\.name)
        let isNew = lock.withLock {
            defer { known = handled }
            return known != handled
        }
        if isNew { context.send(AudioMethods.setRemoteCommands, handled) }
    }
}
