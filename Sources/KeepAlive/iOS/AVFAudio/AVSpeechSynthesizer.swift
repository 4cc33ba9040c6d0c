import Foundation

open class AVSpeechUtterance: NSObject, @unchecked Sendable {
    public let speechString: String
    /// The voice; the system's, where there is none.
    open var voice: AVSpeechSynthesisVoice?
    open var rate: Float = 0.5
    open var pitchMultiplier: Float = 1
    open var volume: Float = 1
    /// How long it waits before, in seconds.
    open var preUtteranceDelay: TimeInterval = 0
    /// How long it waits after, in seconds.
    open var postUtteranceDelay: TimeInterval = 0

    public init(string: String) {
        speechString = string
        super.init()
    }
}

public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1

/// A voice. There are none here.
open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
    public let language: String
    public let identifier: String

    private init(_ language: String) {
        self.language = language
        identifier = language
        super.init()
    }

    /// Returns `nil`: there is no voice of any language here.
    public init?(language languageCode: String?) { nil }
    /// Returns `nil`: there is no voice here.
    public init?(identifier: String) { nil }
    public class func speechVoices() -> [AVSpeechSynthesisVoice] { [] }
    public class func currentLanguageCode() -> String {
        Locale.current.identifier.replacingOccurrences(of: "_", with: "-")
    }
}

public enum AVSpeechBoundary: Int, Sendable {
    case immediate, word
}

public protocol AVSpeechSynthesizerDelegate: AnyObject {
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance)
    /// It was said; not called here.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
    /// It goes on; not called here.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
    /// A part of it is about to be said; not called here.
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance)
}

extension AVSpeechSynthesizerDelegate {
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {}
}

/// Says words. There is no voice here: what is to be said is cancelled, and the delegate is told so.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    public weak var delegate: (any AVSpeechSynthesizerDelegate)?
    open var isSpeaking: Bool { false }
    open var isPaused: Bool { false }
    @WithoutEffect open var usesApplicationAudioSession = true

    /// Says words: they are cancelled, here.
    open func speak(_ utterance: AVSpeechUtterance) {
        let context = AppContext.current
        context.note(.speaking)
        context.main { [weak self] in
            guard let self else { return }
            self.delegate?.speechSynthesizer(self, didCancel: utterance)
        }
    }
    /// Ends speaking: it does not speak here.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
    /// Pauses: it does not speak here.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
    /// Goes on: it does not speak here.
    @discardableResult
    open func continueSpeaking() -> Bool { false }
}
