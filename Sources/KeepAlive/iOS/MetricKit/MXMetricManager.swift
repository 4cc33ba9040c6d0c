import Foundation

/// A subscriber to the system's metric and diagnostic reports; never called, unlike on iOS.
public protocol MXMetricManagerSubscriber: NSObjectProtocol {
    func didReceive(_ payloads: [MXMetricPayload])
    func didReceive(_ payloads: [MXDiagnosticPayload])
}

extension MXMetricManagerSubscriber {
    public func didReceive(_ payloads: [MXMetricPayload]) {}
    public func didReceive(_ payloads: [MXDiagnosticPayload]) {}
}

/// A report on one day. The system makes no reports, unlike on iOS.
open class MXMetricPayload: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
    open func jsonRepresentation() -> Data { Data() }
}

/// A report on a crash or a hang. The system makes no reports, unlike on iOS.
open class MXDiagnosticPayload: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
    open func jsonRepresentation() -> Data { Data() }
}

/// Delivers the system's reports. The system makes none, unlike on iOS: `keepalive-run` measures what an app costs.
open class MXMetricManager: NSObject, @unchecked Sendable {
    public static let shared = MXMetricManager()
    open var pastPayloads: [MXMetricPayload] { [] }
    open var pastDiagnosticPayloads: [MXDiagnosticPayload] { [] }
    open func add(_ subscriber: any MXMetricManagerSubscriber) { AppContext.current.note(.metrics) }
    open func remove(_ subscriber: any MXMetricManagerSubscriber) {}
}
