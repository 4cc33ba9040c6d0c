import Foundation

public enum ENStatus: Int, Sendable {
    case unknown, active
    case disabled = 2
    case bluetoothOff
    case restricted = 4
    case paused
    case unauthorized = 6
}

public enum ENAuthorizationStatus: Int, Sendable {
    case unknown, restricted
    case notAuthorized = 2
    case authorized
}

public struct ENError: Error, CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case unknown = 1
        case badParameter, notEntitled
        case notAuthorized = 4
        case unsupported
        case invalidated, bluetoothOff
        case insufficientStorage = 8
        case notEnabled
        case apiMisuse, `internal`
        case insufficientMemory = 12
        case rateLimited
        case restricted = 14
        case badFormat
        case dataInaccessible
        case travelStatusNotAvailable = 17
    }

    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }

    public static var errorDomain: String { "ENErrorDomain" }
    public var errorCode: Int { code.rawValue }

    /// The error of every call: the device does not support exposure notifications.
    static let unsupported = ENError(.unsupported)
}

public struct ENActivityFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let periodicRun = ENActivityFlags(rawValue: 1 << 2)
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
public typealias ENIntervalNumber = UInt32
public typealias ENRiskScore = UInt8
public typealias ENRiskLevel = UInt8

open class ENExposureConfiguration: NSObject, @unchecked Sendable {
    open var attenuationDurationThresholds: [NSNumber] = []
    open var infectiousnessForDaysSinceOnsetOfSymptoms: [NSNumber: NSNumber]?
    open var immediateDurationWeight = 100.0
    open var nearDurationWeight = 100.0
    open var mediumDurationWeight = 100.0
    open var otherDurationWeight = 100.0
    open var infectiousnessStandardWeight = 100.0
    open var infectiousnessHighWeight = 100.0
    open var reportTypeNoneMap = ENDiagnosisReportType.unknown
    open var minimumRiskScore = ENRiskScore(0)
    open var minimumRiskScoreFullRange = 0.0
    open var metadata: [AnyHashable: Any]?
}

/// The exposures of the last days. Unlike on iOS, no call ever returns a summary.
open class ENExposureDetectionSummary: NSObject, @unchecked Sendable {
    open var attenuationDurations: [NSNumber] { [] }
    open var daysSinceLastExposure: Int { 0 }
    open var matchedKeyCount: UInt64 { 0 }
    open var maximumRiskScore: ENRiskScore { 0 }
    open var maximumRiskScoreFullRange: Double { 0 }
    open var riskScoreSumFullRange: Double { 0 }
    open var metadata: [AnyHashable: Any]? { nil }
}

/// A period in which an infectious user was near. Unlike on iOS, no call ever returns an exposure window.
open class ENExposureWindow: NSObject, @unchecked Sendable {
    open var calibrationConfidence: ENCalibrationConfidence { .lowest }
    open var date: Date { .distantPast }
    open var diagnosisReportType: ENDiagnosisReportType { .unknown }
    open var infectiousness: ENInfectiousness { .none }
    open var scanInstances: [ENScanInstance] { [] }
}

/// A measurement of a Bluetooth signal. Unlike on iOS, no measurement is made.
open class ENScanInstance: NSObject, @unchecked Sendable {
    open var minimumAttenuation: ENAttenuation { 0 }
    open var typicalAttenuation: ENAttenuation { 0 }
    open var secondsSinceLastScan: Int { 0 }
}

/// An exposure. Unlike on iOS, no call ever returns one.
open class ENExposureInfo: NSObject, @unchecked Sendable {
    open var date: Date { .distantPast }
    open var duration: TimeInterval { 0 }
    open var totalRiskScore: ENRiskScore { 0 }
}

open class ENTemporaryExposureKey: NSObject, @unchecked Sendable {
    open var keyData = Data()
    open var rollingPeriod = ENIntervalNumber(0)
    open var rollingStartNumber = ENIntervalNumber(0)
    open var transmissionRiskLevel = ENRiskLevel(0)
}
