import Foundation

open class AVAudioApplication: NSObject, @unchecked Sendable {
    public enum recordPermission: Int, Sendable {
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    public static let shared = AVAudioApplication()
    /// Always denied, as the device has no microphone.
    open var recordPermission: recordPermission { .denied }

    /// Calls the handler with `false`, as the device has no microphone.
    public class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        AppContext.current.note(.recording)
        AppContext.current.perform(on: nil) { response(false) }
    }

    /// Returns `false`, as the device has no microphone.
    public class func requestRecordPermission() async -> Bool {
        AppContext.current.note(.recording)
        return false
    }
}

extension AVAudioSession {
    public enum RecordPermission: UInt, Sendable {
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    /// Always denied, as the device has no microphone.
    public var recordPermission: RecordPermission { .denied }
    /// Calls the handler with `false`, as the device has no microphone.
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        AVAudioApplication.requestRecordPermission(completionHandler: response)
    }
}
