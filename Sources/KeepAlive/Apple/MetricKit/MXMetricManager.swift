import Foundation

/// Who gets the system's reports; not called here.
public protocol MXMetricManagerSubscriber: NSObjectProtocol {
    /// Reports of a day.
    func didReceive(_ payloads: [MXMetricPayload])
    /// Reports of crashes and hangs.
    func didReceive(_ payloads: [MXDiagnosticPayload])
}

extension MXMetricManagerSubscriber {
    /// Nothing to do.
    public func didReceive(_ payloads: [MXMetricPayload]) {}
    /// Nothing to do.
    public func didReceive(_ payloads: [MXDiagnosticPayload]) {}
}

/// A report of a day. None comes here.
open class MXMetricPayload: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
    /// The report as JSON.
    open func jsonRepresentation() -> Data { Data() }
}

/// A report of a crash or a hang. None comes here.
open class MXDiagnosticPayload: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
    /// The report as JSON.
    open func jsonRepresentation() -> Data { Data() }
}

/// Sends the system's reports. None comes here: `keepalive-run` measures what an app costs.
open class MXMetricManager: NSObject, @unchecked Sendable {
    /// The manager of the app.
    public static let shared = MXMetricManager()
    /// The last reports: none.
    open var pastPayloads: [MXMetricPayload] { [] }
    /// The last reports of crashes: none.
    open var pastDiagnosticPayloads: [MXDiagnosticPayload] { [] }
    /// Sends the reports to one more.
    open func add(_ subscriber: any MXMetricManagerSubscriber) { AppContext.current.note(.metrics) }
    /// Sends them no longer.
    open func remove(_ subscriber: any MXMetricManagerSubscriber) {}
}
