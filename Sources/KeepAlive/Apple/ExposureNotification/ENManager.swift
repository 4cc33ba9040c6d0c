import Foundation

/// Takes an error, or `nil`.
public typealias ENErrorHandler = ((any Error)?) -> Void
/// Takes the keys of a device.
public typealias ENGetDiagnosisKeysHandler = ([ENTemporaryExposureKey]?, (any Error)?) -> Void
/// Takes the exposures of the last days.
public typealias ENDetectExposuresHandler = (ENExposureDetectionSummary?, (any Error)?) -> Void
/// Takes the minutes of exposures.
public typealias ENGetExposureWindowsHandler = ([ENExposureWindow]?, (any Error)?) -> Void
/// Takes exposures.
public typealias ENGetExposureInfoHandler = ([ENExposureInfo]?, (any Error)?) -> Void
/// Takes the reason why the system has woken the app.
public typealias ENActivityHandler = (ENActivityFlags) -> Void
/// Takes keys that the user had released before.
public typealias ENDiagnosisKeysAvailableHandler = ([ENTemporaryExposureKey]) -> Void

/// Exposure notifications. There are no beacons of Bluetooth here: every call is answered with the error `unsupported`, as
/// on a device without them.
open class ENManager: NSObject, @unchecked Sendable {
    /// The queue of the handlers.
    open var dispatchQueue: DispatchQueue = .main
    /// Called when the user has released keys; never here.
    open var diagnosisKeysAvailableHandler: ENDiagnosisKeysAvailableHandler?
    /// Called when the manager is gone; never here.
    open var invalidationHandler: (() -> Void)?

    /// `unknown`.
    open class var authorizationStatus: ENAuthorizationStatus { .unknown }
    /// `unknown`.
    open var exposureNotificationStatus: ENStatus { .unknown }
    /// False.
    open var exposureNotificationEnabled: Bool { false }

    /// Activates the manager; the handler gets the error.
    open func activate(completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }
    /// Ends the manager.
    open func invalidate() {}
    /// Has the system wake the app; it does not.
    open func setLaunchActivityHandler(activityHandler: @escaping ENActivityHandler) {
        AppContext.current.note(.exposures)
    }
    /// Enables the notifications; the handler gets the error.
    open func setExposureNotificationEnabled(_ enabled: Bool, completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }
    /// Looks for exposures; the handler gets the error.
    @discardableResult
    open func detectExposures(
        configuration: ENExposureConfiguration, completionHandler: @escaping ENDetectExposuresHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    /// Looks for exposures to keys in files; the handler gets the error.
    @discardableResult
    open func detectExposures(
        configuration: ENExposureConfiguration, diagnosisKeyURLs: [URL],
        completionHandler: @escaping ENDetectExposuresHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    /// Gives the minutes of exposures; the handler gets the error.
    @discardableResult
    open func getExposureWindows(
        summary: ENExposureDetectionSummary, completionHandler: @escaping ENGetExposureWindowsHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    /// Gives exposures; the handler gets the error.
    @discardableResult
    open func getExposureInfo(
        summary: ENExposureDetectionSummary, userExplanation: String,
        completionHandler: @escaping ENGetExposureInfoHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    /// Gives the keys of the device; the handler gets the error.
    open func getDiagnosisKeys(completionHandler: @escaping ENGetDiagnosisKeysHandler) {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    /// Gives the keys of the device, with today's; the handler gets the error.
    open func getTestDiagnosisKeys(completionHandler: @escaping ENGetDiagnosisKeysHandler) {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    /// Asks the user to release keys later; the handler gets the error.
    open func preAuthorizeDiagnosisKeys(completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }
    /// Asks for keys that the user had released before; the handler gets the error.
    open func requestPreAuthorizedDiagnosisKeys(completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }

    @discardableResult
    private func refuse(_ answer: @escaping () -> Void) -> Progress {
        let context = AppContext.current
        context.note(.exposures)
        context.perform(on: dispatchQueue, answer)
        let progress = Progress(totalUnitCount: 1)
        progress.completedUnitCount = 1
        return progress
    }
}
