import Foundation
import KeepAliveModel

extension AVAudioSession {
    public enum PromptStyle: UInt, Sendable {
        case none = 1_852_796_517
        case short = 1_936_224_884
        case normal = 1_852_992_876
    }

    /// Always `normal`: the reproduced system never limits the app's spoken prompts.
    public var promptStyle: PromptStyle { .normal }

    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Mixes with other sound, is silenced by the mute switch, and does not play in the background (AS-01).
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// The default category. Does not mix, is silenced by the mute switch, does not play in the background (AS-02).
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Plays on in the background if `UIBackgroundModes` has `audio` (AS-03).
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Records only (AS-04).
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Plays and records (AS-05).
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Uses several routes at once (AS-06).
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

        /// This category as a value of the app protocol; `nil` for a category that the app protocol does not have.
        var forSystem: AudioSessionConfiguration.Category? { Category.names[self] }

        init(_ category: AudioSessionConfiguration.Category?) {
            self = Category.names.first { $0.value == category }?.key ?? .soloAmbient
        }

        private static let names: [Category: AudioSessionConfiguration.Category] = [
            .ambient: .ambient, .soloAmbient: .soloAmbient, .playback: .playback, .record: .record,
            .playAndRecord: .playAndRecord, .multiRoute: .multiRoute,
        ]
    }

    /// The app's use of sound within the category (AS-18).
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")

        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")

        /// This mode as a value of the app protocol; `nil` for a mode that the app protocol does not have.
        var forSystem: AudioSessionConfiguration.Mode? { Mode.names[self] }

        init(_ mode: AudioSessionConfiguration.Mode?) {
            self = Mode.names.first { $0.value == mode }?.key ?? .default
        }

        private static let names: [Mode: AudioSessionConfiguration.Mode] = [
            .default: .default, .voiceChat: .voiceChat, .videoChat: .videoChat, .gameChat: .gameChat,
            .videoRecording: .videoRecording, .measurement: .measurement, .moviePlayback: .moviePlayback,
            .spokenAudio: .spokenAudio, .voicePrompt: .voicePrompt, .shortFormVideo: .shortFormVideo,
            .dualRoute: .dualRoute,
        ]
    }

    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let builtInReceiver = Port(rawValue: "Receiver")
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        public static let headphones = Port(rawValue: "Headphones")
        /// Bluetooth headphones for music (AS-12).
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A Bluetooth headset for calls (AS-11).
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// An AirPlay device (AS-13).
        public static let airPlay = Port(rawValue: "AirPlay")
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        public static let lineIn = Port(rawValue: "LineIn")
        public static let lineOut = Port(rawValue: "LineOut")
        public static let HDMI = Port(rawValue: "HDMIOutput")
        public static let carAudio = Port(rawValue: "CarAudio")
        public static let usbAudio = Port(rawValue: "USBAudio")
        public static let displayPort = Port(rawValue: "DisplayPort")
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
        public static let fireWire = Port(rawValue: "FireWire")
        public static let PCI = Port(rawValue: "PCI")
        public static let virtual = Port(rawValue: "Virtual")
    }

    /// The way in which long-form sound shares a route with other sound (AS-19).
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default`, longFormAudio
        case longFormVideo = 3

        var forSystem: AudioSessionConfiguration.RouteSharingPolicy {
            switch self {
            case .default: .default
            case .longFormAudio: .longFormAudio
            case .longFormVideo: .longFormVideo
            }
        }

        init(_ policy: AudioSessionConfiguration.RouteSharingPolicy?) {
            self = [Self.longFormAudio, .longFormVideo].first { $0.forSystem == policy } ?? .default
        }
    }

    public struct CategoryOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Does not interrupt other apps' sound (AS-08).
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Lowers other apps' sound (AS-09).
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Allows Bluetooth headsets for calls (AS-11).
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// Uses the speaker instead of the receiver (AS-14).
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Interrupts spoken audio, and mixes with other sound (AS-10).
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Allows Bluetooth headphones (AS-12).
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Allows AirPlay (AS-13).
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// Does not interrupt the session when the built-in microphone is muted (AS-15).
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)

        /// These options as values of the app protocol. An option whose bits contain those of another option stands for
        /// the other one, too.
        var forSystem: Set<AudioSessionConfiguration.Option> {
            var rest = self
            var found: Set<AudioSessionConfiguration.Option> = []
            let all = AudioSessionConfiguration.Option.allCases
            for option in all.sorted(by: { $0.rawValue.nonzeroBitCount > $1.rawValue.nonzeroBitCount })
            where rest.isSuperset(of: CategoryOptions([option])) {
                found.insert(option)
                rest.subtract(CategoryOptions([option]))
            }
            return found
        }

        init(_ options: Set<AudioSessionConfiguration.Option>) {
            self = CategoryOptions(options.map { CategoryOptions(rawValue: UInt($0.rawValue)) })
        }
    }

    public struct SetActiveOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Informs interrupted apps that they may resume (AS-44).
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    public enum InterruptionType: UInt, Sendable {
        case ended
        /// The interruption has begun; the system has already deactivated the session (AS-45).
        case began = 1
    }

    public struct InterruptionOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The app should resume playing (AS-46).
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// The reason for an interruption (AS-48).
    public enum InterruptionReason: UInt, Sendable {
        case `default`
        /// The system suspended the app (AS-49). Not used from iOS 16 on.
        case appWasSuspended = 1
        case builtInMicMuted
        /// The audio device of the route was disconnected (AS-52).
        case routeDisconnected = 4
    }

    public enum RouteChangeReason: UInt, Sendable {
        case unknown
        case newDeviceAvailable, oldDeviceUnavailable, categoryChange, override
        case wakeFromSleep = 6
        /// No route suits the category.
        case noSuitableRouteForCategory = 7
        case routeConfigurationChange
    }

    /// States whether the app should silence its secondary sound from now on (`begin`) or no longer (`end`) (AS-53).
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case end, begin
    }

    /// The error codes. Most are four ASCII characters, read as a number (AS-20 to AS-33).
    public enum ErrorCode: Int, Sendable {
        case none
        /// The media services failed, `'msrv'` (AS-20).
        case mediaServicesFailed = 1_836_282_486
        /// The session is still playing or recording, `'!act'` (AS-21).
        case isBusy = 560_030_580
        /// The category does not allow the operation, `'!cat'` (AS-22).
        case incompatibleCategory = 560_161_140
        /// An app in the background may not activate a session that does not mix, `'!int'` (AS-23).
        case cannotInterruptOthers = 560_557_684
        /// An entitlement is missing, `'ent?'` (AS-24).
        case missingEntitlement = 1_701_737_535
        /// Siri is recording, `'siri'` (AS-25).
        case siriIsRecording = 1_936_290_409
        /// The app may not start playing, `'!pla'` (AS-26).
        case cannotStartPlaying = 561_015_905
        /// Recording cannot be started in the background, `'!rec'` (AS-27).
        case cannotStartRecording = 561_145_187
        /// An illegal value or combination (AS-28).
        case badParam = -50
        /// Another app controls the category, `'!pri'` (AS-29).
        case insufficientPriority = 561_017_449
        /// The audio hardware cannot be used, `'!res'` (AS-30).
        case resourceNotAvailable = 561_145_203
        /// Any other error, `'what'` (AS-31).
        case unspecified = 2_003_329_396
        /// The session has been destroyed, `'!ses'` (AS-32).
        case expiredSession = 561_210_739
        /// The session is not active, `'inac'` (AS-33).
        case sessionNotActive = 1_768_841_571
    }

    public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
    public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
    /// Posted when the media services have failed (AS-20).
    public static let mediaServicesWereLostNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereLostNotification")
    /// Posted when the media services run again. The app must then create all its audio objects anew (AS-54).
    public static let mediaServicesWereResetNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")
    /// Posted when another app's sound begins or ends while this app is in the foreground (AS-53).
    public static let silenceSecondaryAudioHintNotification = Notification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")
}
