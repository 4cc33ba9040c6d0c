import Foundation

public typealias ENErrorHandler = ((any Error)?) -> Void
public typealias ENGetDiagnosisKeysHandler = ([ENTemporaryExposureKey]?, (any Error)?) -> Void
public typealias ENDetectExposuresHandler = (ENExposureDetectionSummary?, (any Error)?) -> Void
public typealias ENGetExposureWindowsHandler = ([ENExposureWindow]?, (any Error)?) -> Void
public typealias ENGetExposureInfoHandler = ([ENExposureInfo]?, (any Error)?) -> Void
public typealias ENActivityHandler = (ENActivityFlags) -> Void
public typealias ENDiagnosisKeysAvailableHandler = ([ENTemporaryExposureKey]) -> Void

/// Exposure notifications. The device has no Bluetooth: every call fails with the error `unsupported`.
open class ENManager: NSObject, @unchecked Sendable {
    open var dispatchQueue: DispatchQueue = .main
    /// Never called, unlike on iOS.
    open var diagnosisKeysAvailableHandler: ENDiagnosisKeysAvailableHandler?
    /// Never called, unlike on iOS.
    open var invalidationHandler: (() -> Void)?

    open class var authorizationStatus: ENAuthorizationStatus { .unknown }
    open var exposureNotificationStatus: ENStatus { .unknown }
    open var exposureNotificationEnabled: Bool { false }

    open func activate(completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }
    open func invalidate() {}
    open func setLaunchActivityHandler(activityHandler: @escaping ENActivityHandler) {
        AppContext.current.note(.exposures)
    }
    open func setExposureNotificationEnabled(_ enabled: Bool, completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }
    @discardableResult
    open func detectExposures(
        configuration: ENExposureConfiguration, completionHandler: @escaping ENDetectExposuresHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    @discardableResult
    open func detectExposures(
        configuration: ENExposureConfiguration, diagnosisKeyURLs: [URL],
        completionHandler: @escaping ENDetectExposuresHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    @discardableResult
    open func getExposureWindows(
        summary: ENExposureDetectionSummary, completionHandler: @escaping ENGetExposureWindowsHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    @discardableResult
    open func getExposureInfo(
        summary: ENExposureDetectionSummary, userExplanation: String,
        completionHandler: @escaping ENGetExposureInfoHandler
    ) -> Progress {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    open func getDiagnosisKeys(completionHandler: @escaping ENGetDiagnosisKeysHandler) {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    open func getTestDiagnosisKeys(completionHandler: @escaping ENGetDiagnosisKeysHandler) {
        refuse { completionHandler(nil, ENError.unsupported) }
    }
    open func preAuthorizeDiagnosisKeys(completionHandler: @escaping ENErrorHandler) {
        refuse { completionHandler(ENError.unsupported) }
    }
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
