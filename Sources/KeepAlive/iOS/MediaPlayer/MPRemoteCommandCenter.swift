import Foundation
import KeepAliveModel
import KeepAliveProtocol

public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success
    case noSuchContent = 100
    case noActionableNowPlayingItem = 110
    case deviceNotFound = 120
    case commandFailed = 200
}

open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    public let command: MPRemoteCommand
    /// The time of the command, as the machine's uptime in seconds.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
        super.init()
    }
}

/// The event of a command to skip forward or backward.
public final class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The number of seconds to skip.
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

/// The command to change the shuffle mode. Unlike on iOS, the system never sends this command.
public final class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    /// The present shuffle mode; stored, but never shown, unlike on iOS.
    @WithoutEffect public var currentShuffleType = MPShuffleType.off
}

public enum MPShuffleType: Int, Sendable {
    case off, items, collections
}

public final class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var shuffleType: MPShuffleType { .off }
    /// True if the shuffle mode is to be kept for the next playback; always false, unlike on iOS.
    public var preservesShuffleMode: Bool { false }
}

/// The command to change the repeat mode. Unlike on iOS, the system never sends this command.
public final class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    /// The present repeat mode; stored, but never shown, unlike on iOS.
    @WithoutEffect public var currentRepeatType = MPRepeatType.off
}

public enum MPRepeatType: Int, Sendable {
    case off, one, all
}

public final class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var repeatType: MPRepeatType { .off }
    /// True if the repeat mode is to be kept for the next playback; always false, unlike on iOS.
    public var preservesRepeatMode: Bool { false }
}

public final class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The position to play from, in seconds.
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
        /// The token of a block handler, held strongly; `nil` for a method handler.
        let token: AnyObject?
        /// The target of a method handler, held weakly; `nil` for a block handler.
        private(set) weak var target: AnyObject?
        let action: Selector?
        let call: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

        /// The object that the app passes to `removeTarget(_:)`; `nil` once the target has been released.
        var owner: AnyObject? { token ?? target }
    }

    /// The command's name in the app protocol; `nil` for a command that the system never sends.
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

    /// Adds a block that handles the command.
    ///
    /// - Parameter handler: called on the main thread.
    /// - Returns: the token that ``removeTarget(_:)`` takes.
    @discardableResult
    public func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let token = NSObject()
        add(Handler(token: token, target: nil, action: nil, call: handler))
        return token
    }

    /// Adds a method that handles the command, and takes the event as its argument. The target is not retained.
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

    /// True if the command is enabled and has a handler.
    var isHandled: Bool { lock.withLock { enabled && handlers.contains { $0.owner != nil } } }

    func perform(_ value: Double?) {
        let event = event(value)
        for handler in lock.withLock({ handlers }) { _ = handler.call(event) }
    }

    /// Returns the event that the command's handlers get.
    ///
    /// - Parameter value: the number that the system sends with the command: seconds, a rate, or 0 for the end of
    ///   seeking; `nil` if the system sends none.
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

/// The command to skip forward or backward by some seconds.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    /// The skip intervals that the user may choose from, in seconds; stored, but never shown, unlike on iOS.
    @WithoutEffect public var preferredIntervals: [NSNumber] = []
}

/// A command by which the user likes, dislikes or bookmarks the playing item. Unlike on iOS, the system never sends
/// this command.
public final class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    /// True if the user has already given this feedback; stored, but never shown, unlike on iOS.
    @WithoutEffect public var isActive = false
    /// The title of the command; stored, but never shown, unlike on iOS.
    @WithoutEffect public var localizedTitle = ""
}

/// The command by which the user rates the playing item. Unlike on iOS, the system never sends this command.
public final class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    /// The lowest rating; stored, but never shown, unlike on iOS.
    @WithoutEffect public var minimumRating: Float = 0
    /// The highest rating; stored, but never shown, unlike on iOS.
    @WithoutEffect public var maximumRating: Float = 1
}

public final class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public var rating: Float { 0 }
}

public final class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

public final class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    /// The playback rates that the user may choose from; stored, but never shown, unlike on iOS.
    @WithoutEffect public var supportedPlaybackRates: [NSNumber] = []
}

/// The remote commands of the lock screen, Control Center and headsets, which go to the Now Playing app (AS-60). In
/// this reproduction `ctl media` sends them.
public final class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    public let playCommand: MPRemoteCommand
    public let pauseCommand: MPRemoteCommand
    public let stopCommand: MPRemoteCommand
    public let togglePlayPauseCommand: MPRemoteCommand
    public let nextTrackCommand: MPRemoteCommand
    public let previousTrackCommand: MPRemoteCommand
    public let skipForwardCommand: MPSkipIntervalCommand
    public let skipBackwardCommand: MPSkipIntervalCommand
    public let seekForwardCommand: MPRemoteCommand
    public let seekBackwardCommand: MPRemoteCommand
    public let changePlaybackPositionCommand: MPChangePlaybackPositionCommand
    public let changePlaybackRateCommand: MPChangePlaybackRateCommand
    /// Never sent, unlike on iOS.
    public let likeCommand: MPFeedbackCommand
    /// Never sent, unlike on iOS.
    public let dislikeCommand: MPFeedbackCommand
    /// Never sent, unlike on iOS.
    public let bookmarkCommand: MPFeedbackCommand
    /// Never sent, unlike on iOS.
    public let ratingCommand: MPRatingCommand
    /// Never sent, unlike on iOS.
    public let enableLanguageOptionCommand: MPRemoteCommand
    /// Never sent, unlike on iOS.
    public let disableLanguageOptionCommand: MPRemoteCommand
    /// Never sent, unlike on iOS.
    public let changeShuffleModeCommand: MPChangeShuffleModeCommand
    /// Never sent, unlike on iOS.
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

    /// Calls the handlers of a command that the system sent.
    func perform(_ command: RemoteCommand) { all.first { $0.name == command.name }?.perform(command.value) }
}

/// The handled commands of which the system was last informed.
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

    /// Informs the system of the handled commands, if they have changed since the last time.
    func changed(_ context: AppContext) {
        let handled = commands.filter(\.isHandled).compactMap(\.name)
        let isNew = lock.withLock {
            defer { known = handled }
            return known != handled
        }
        if isNew { context.send(AudioMethods.setRemoteCommands, handled) }
    }
}
