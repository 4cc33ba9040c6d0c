import Foundation
import KeepAliveModel
import KeepAliveProtocol

extension AppContext {
    /// Writes a line into the timeline. Has no effect without a connection to a system.
    package func note(_ text: String) {
        guard isConnected else { return }
        send(ApplicationMethods.log, text)
    }
}

/// Calls that have an effect only on a real phone. When the app makes such a call for the first time, a line in the
/// timeline says that the call has no effect.
///
/// Each case has a row in the table of docs/ios-code.md.
package enum SilentCall: String, CaseIterable, Sendable {
    case updatingHeading = "CLLocationManager.startUpdatingHeading"
    case receivingRemoteControlEvents = "UIApplication.beginReceivingRemoteControlEvents"
    case rate = "AVPlayer.rate"
    case audioTap = "AVAudioNode.installTap"
    case table = "UITableView.reloadData"
    case motion = "CMMotionManager.start…Updates"
    case exposures = "ENManager.activate"
    case watch = "WCSession.activate"
    case geocoding = "CLGeocoder.reverseGeocodeLocation"
    case recording = "AVAudioApplication.requestRecordPermission"
    case donation = "INInteraction.donate"
    case drawing = "UIGraphicsBeginImageContext, CGContext"
    case ranging = "CLLocationManager.startRangingBeacons"
    case recorder = "AVAudioRecorder.record"
    case speaking = "AVSpeechSynthesizer.speak"
    case bluetooth = "CBCentralManager"
    case systemSound = "AudioServicesPlaySystemSound"
    case review = "SKStoreReviewController.requestReview"
    case metrics = "MXMetricManager.add"

    /// The case's row in the table of docs/ios-code.md.
    package var row: String { "| `\(rawValue)` | \(reason) |" }

    /// The reason why the call has no effect.
    package var reason: String {
        switch self {
        case .updatingHeading: "there is no magnetometer: headingAvailable() is false"
        case .receivingRemoteControlEvents: "MPRemoteCommandCenter gets the events"
        case .audioTap: "sound is not processed by the app: the tap is not called"
        case .rate: "a sound plays at its normal speed, or not at all"
        case .table: "there is no screen: cellForRow(at:) asks the data source"
        case .motion: "there are no sensors of motion: nothing of Core Motion is available"
        case .exposures: "there is no Bluetooth beacon: the manager is not supported"
        case .geocoding: "there is no map: every request ends with the error network"
        case .recording: "there is no microphone: the permission is denied"
        case .donation: "nothing is offered to the user"
        case .drawing: "nothing is drawn: an image has its size alone"
        case .ranging: "there is no Bluetooth: it fails with rangingUnavailable"
        case .recorder: "there is no microphone: it answers false"
        case .speaking: "there is no voice: what is to be said is cancelled"
        case .bluetooth: "there is no Bluetooth: the state is unsupported"
        case .systemSound: "there is nobody who hears it"
        case .review: "there is no store, and nobody is asked"
        case .metrics: "the system sends no reports"
        case .watch: "there is no watch: isSupported() is false"
        }
    }
}

extension AppContext {
    /// Writes into the timeline that a call has no effect, when the app makes the call for the first time.
    package func note(_ call: SilentCall) {
        guard isConnected, only({ NotedCalls() }).isFirst(call) else { return }
        note("\(call.rawValue) has no effect here: \(call.reason)")
    }
}

/// The calls for which the timeline already has a line.
private final class NotedCalls: @unchecked Sendable {
    private let lock = NSLock()
    private var calls: Set<SilentCall> = []

    func isFirst(_ call: SilentCall) -> Bool { lock.withLock { calls.insert(call).inserted } }
}
