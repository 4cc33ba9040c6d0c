import Foundation

open class AVSpeechUtterance: NSObject, @unchecked Sendable {
    public let speechString: String
    /// The voice; `nil` for the system's voice.
    open var voice: AVSpeechSynthesisVoice?
    open var rate: Float = 0.5
    open var pitchMultiplier: Float = 1
    open var volume: Float = 1
    /// The pause before the utterance, in seconds.
    open var preUtteranceDelay: TimeInterval = 0
    /// The pause after the utterance, in seconds.
    open var postUtteranceDelay: TimeInterval = 0

    public init(string: String) {
        speechString = string
        super.init()
    }
}

public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1

/// A voice for speech. This reproduction has none.
open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
    public let language: String
    public let identifier: String

    private init(_ language: String) {
        self.language = language
        identifier = language
        super.init()
    }

    /// Returns `nil`, as the reproduction has no voices.
    public init?(language languageCode: String?) { nil }
    /// Returns `nil`, as the reproduction has no voices.
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
    /// Never called, unlike on iOS.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
    /// Never called, unlike on iOS.
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
    /// Never called, unlike on iOS.
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

/// Speaks utterances on iOS. This reproduction has no voices, so each utterance is cancelled at once, and the
/// delegate's `didCancel` method is called.
open class AVSpeechSynthesizer: NSObject, @unchecked Sendable {
    public weak var delegate: (any AVSpeechSynthesizerDelegate)?
    open var isSpeaking: Bool { false }
    open var isPaused: Bool { false }
    @WithoutEffect open var usesApplicationAudioSession = true

    /// Calls the delegate's `didCancel` method, as the reproduction has no voices.
    open func speak(_ utterance: AVSpeechUtterance) {
        let context = AppContext.current
        context.note(.speaking)
        context.main { [weak self] in
            guard let self else { return }
            self.delegate?.speechSynthesizer(self, didCancel: utterance)
        }
    }
    /// Returns false, as nothing is ever spoken.
    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
    /// Returns false, as nothing is ever spoken.
    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool { false }
    /// Returns false, as nothing is ever spoken.
    @discardableResult
    open func continueSpeaking() -> Bool { false }
}
