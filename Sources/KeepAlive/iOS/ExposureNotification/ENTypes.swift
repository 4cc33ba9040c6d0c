import Foundation

public enum ENStatus: Int, Sendable {
    case unknown
    case active
    /// The user does not want them.
    case disabled = 2
    case bluetoothOff
    case restricted = 4
    case paused
    /// The app has not been allowed.
    case unauthorized = 6
}

/// Whether an app may use exposure notifications.
public enum ENAuthorizationStatus: Int, Sendable {
    case unknown, restricted
    /// The user does not want it.
    case notAuthorized = 2
    case authorized
}

public struct ENError: Error, CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case unknown = 1
        case badParameter, notEntitled
        /// The user has not allowed it.
        case notAuthorized = 4
        /// The device has no exposure notifications.
        case unsupported = 5
        case invalidated, bluetoothOff
        /// The device has no room left.
        case insufficientStorage = 8
        /// The user has not enabled them.
        case notEnabled = 9
        case apiMisuse, `internal`
        /// The device has no memory left.
        case insufficientMemory = 12
        case rateLimited
        /// The device does not allow it.
        case restricted = 14
        /// A file is not of the format.
        case badFormat = 15
        case dataInaccessible
        /// The user has not allowed the journey's status.
        case travelStatusNotAvailable = 17
    }

    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }

    public static var errorDomain: String { "ENErrorDomain" }
    public var errorCode: Int { code.rawValue }

    /// The device has no exposure notifications.
    static let unsupported = ENError(.unsupported)
}

/// What the system wakes an app for.
public struct ENActivityFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let periodicRun = ENActivityFlags(rawValue: 1 << 2)
    /// Keys were asked for while the app was not there.
    public static let preAuthorizedKeyReleaseNotificationTapped = ENActivityFlags(rawValue: 1 << 3)
}

public enum ENCalibrationConfidence: UInt8, Sendable {
    case lowest, low
    case medium, high
}

public enum ENDiagnosisReportType: UInt32, Sendable {
    case unknown
    case confirmedTest, confirmedClinicalDiagnosis, selfReported, recursive
    case revoked = 5
}

public enum ENInfectiousness: UInt32, Sendable {
    case none
    case standard, high
}

public typealias ENAttenuation = UInt8
/// A time, in ten minutes since 1970.
public typealias ENIntervalNumber = UInt32
public typealias ENRiskScore = UInt8
public typealias ENRiskLevel = UInt8

open class ENExposureConfiguration: NSObject, @unchecked Sendable {
    open var attenuationDurationThresholds: [NSNumber] = []
    /// The infectiousness by the days since the first signs.
    open var infectiousnessForDaysSinceOnsetOfSymptoms: [NSNumber: NSNumber]?
    open var immediateDurationWeight = 100.0
    open var nearDurationWeight = 100.0
    open var mediumDurationWeight = 100.0
    open var otherDurationWeight = 100.0
    open var infectiousnessStandardWeight = 100.0
    open var infectiousnessHighWeight = 100.0
    /// The type for a key that has none.
    open var reportTypeNoneMap = ENDiagnosisReportType.unknown
    open var minimumRiskScore = ENRiskScore(0)
    open var minimumRiskScoreFullRange = 0.0
    open var metadata: [AnyHashable: Any]?
}

/// The exposures of the last days; none is found here.
open class ENExposureDetectionSummary: NSObject, @unchecked Sendable {
    /// The seconds by attenuation.
    open var attenuationDurations: [NSNumber] { [] }
    open var daysSinceLastExposure: Int { 0 }
    open var matchedKeyCount: UInt64 { 0 }
    open var maximumRiskScore: ENRiskScore { 0 }
    open var maximumRiskScoreFullRange: Double { 0 }
    open var riskScoreSumFullRange: Double { 0 }
    open var metadata: [AnyHashable: Any]? { nil }
}

/// Minutes in which somebody infectious was near; none are found here.
open class ENExposureWindow: NSObject, @unchecked Sendable {
    open var calibrationConfidence: ENCalibrationConfidence { .lowest }
    open var date: Date { .distantPast }
    open var diagnosisReportType: ENDiagnosisReportType { .unknown }
    open var infectiousness: ENInfectiousness { .none }
    open var scanInstances: [ENScanInstance] { [] }
}

/// A measure of a signal; none is made here.
open class ENScanInstance: NSObject, @unchecked Sendable {
    open var minimumAttenuation: ENAttenuation { 0 }
    open var typicalAttenuation: ENAttenuation { 0 }
    /// The seconds since the last measure.
    open var secondsSinceLastScan: Int { 0 }
}

/// An exposure; none is found here.
open class ENExposureInfo: NSObject, @unchecked Sendable {
    open var date: Date { .distantPast }
    /// The seconds.
    open var duration: TimeInterval { 0 }
    open var totalRiskScore: ENRiskScore { 0 }
}

open class ENTemporaryExposureKey: NSObject, @unchecked Sendable {
    open var keyData = Data()
    open var rollingPeriod = ENIntervalNumber(0)
    open var rollingStartNumber = ENIntervalNumber(0)
    open var transmissionRiskLevel = ENRiskLevel(0)
}
