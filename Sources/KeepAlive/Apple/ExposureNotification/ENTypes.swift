import Foundation

/// The state of exposure notifications.
public enum ENStatus: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// They work.
    case active = 1
    /// The user does not want them.
    case disabled = 2
    /// Bluetooth is off.
    case bluetoothOff = 3
    /// They are not allowed.
    case restricted = 4
    /// Another app has them.
    case paused = 5
    /// The app has not been allowed.
    case unauthorized = 6
}

/// Whether an app may use exposure notifications.
public enum ENAuthorizationStatus: Int, Sendable {
    /// It has not asked.
    case unknown = 0
    /// It may not.
    case restricted = 1
    /// The user does not want it.
    case notAuthorized = 2
    /// It may.
    case authorized = 3
}

/// An error of exposure notifications.
public struct ENError: Error, CustomNSError, Hashable, Sendable {
    /// What has failed.
    public enum Code: Int, Sendable {
        /// Something.
        case unknown = 1
        /// A parameter is wrong.
        case badParameter = 2
        /// The app lacks an entitlement.
        case notEntitled = 3
        /// The user has not allowed it.
        case notAuthorized = 4
        /// The device has no exposure notifications.
        case unsupported = 5
        /// The manager is gone.
        case invalidated = 6
        /// Bluetooth is off.
        case bluetoothOff = 7
        /// The device has no room left.
        case insufficientStorage = 8
        /// The user has not enabled them.
        case notEnabled = 9
        /// The app uses the interface wrongly.
        case apiMisuse = 10
        /// Something within.
        case `internal` = 11
        /// The device has no memory left.
        case insufficientMemory = 12
        /// It was asked too often.
        case rateLimited = 13
        /// The device does not allow it.
        case restricted = 14
        /// A file is not of the format.
        case badFormat = 15
        /// The data are protected.
        case dataInaccessible = 16
        /// The user has not allowed the journey's status.
        case travelStatusNotAvailable = 17
    }

    /// What has failed.
    public let code: Code

    /// Creates an error.
    public init(_ code: Code) {
        self.code = code
    }

    /// `ENErrorDomain`.
    public static var errorDomain: String { "ENErrorDomain" }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The device has no exposure notifications.
    static let unsupported = ENError(.unsupported)
}

/// What the system wakes an app for.
public struct ENActivityFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a set of bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A regular run.
    public static let periodicRun = ENActivityFlags(rawValue: 1 << 2)
    /// Keys were asked for while the app was not there.
    public static let preAuthorizedKeyReleaseNotificationTapped = ENActivityFlags(rawValue: 1 << 3)
}

/// How sure a device's measures are.
public enum ENCalibrationConfidence: UInt8, Sendable {
    /// Not at all.
    case lowest = 0
    /// Not very.
    case low = 1
    /// Rather.
    case medium = 2
    /// Very.
    case high = 3
}

/// How an infection was found.
public enum ENDiagnosisReportType: UInt32, Sendable {
    /// Not known.
    case unknown = 0
    /// By a test.
    case confirmedTest = 1
    /// By a physician.
    case confirmedClinicalDiagnosis = 2
    /// By the user.
    case selfReported = 3
    /// By others who had it.
    case recursive = 4
    /// It was none.
    case revoked = 5
}

/// How infectious somebody was.
public enum ENInfectiousness: UInt32, Sendable {
    /// Not at all.
    case none = 0
    /// As is usual.
    case standard = 1
    /// Very.
    case high = 2
}

/// The strength that a signal has lost, in decibels.
public typealias ENAttenuation = UInt8
/// A time, in ten minutes since 1970.
public typealias ENIntervalNumber = UInt32
/// A score of risk.
public typealias ENRiskScore = UInt8
/// A level of risk.
public typealias ENRiskLevel = UInt8

/// The weights of an exposure's score.
open class ENExposureConfiguration: NSObject, @unchecked Sendable {
    /// The limits of attenuation.
    open var attenuationDurationThresholds: [NSNumber] = []
    /// The infectiousness by the days since the first signs.
    open var infectiousnessForDaysSinceOnsetOfSymptoms: [NSNumber: NSNumber]?
    /// The weight of a signal nearby, in percent.
    open var immediateDurationWeight = 100.0
    /// The weight of a near signal, in percent.
    open var nearDurationWeight = 100.0
    /// The weight of a signal further away, in percent.
    open var mediumDurationWeight = 100.0
    /// The weight of other signals, in percent.
    open var otherDurationWeight = 100.0
    /// The weight of the usual infectiousness, in percent.
    open var infectiousnessStandardWeight = 100.0
    /// The weight of a high infectiousness, in percent.
    open var infectiousnessHighWeight = 100.0
    /// The type for a key that has none.
    open var reportTypeNoneMap = ENDiagnosisReportType.unknown
    /// The least score that counts.
    open var minimumRiskScore = ENRiskScore(0)
    /// The least score that counts, in full.
    open var minimumRiskScoreFullRange = 0.0
    /// What else an app has set.
    open var metadata: [AnyHashable: Any]?
}

/// The exposures of the last days; none is found here.
open class ENExposureDetectionSummary: NSObject, @unchecked Sendable {
    /// The seconds by attenuation.
    open var attenuationDurations: [NSNumber] { [] }
    /// The days since the last exposure.
    open var daysSinceLastExposure: Int { 0 }
    /// The number of keys that were met.
    open var matchedKeyCount: UInt64 { 0 }
    /// The highest score.
    open var maximumRiskScore: ENRiskScore { 0 }
    /// The highest score, in full.
    open var maximumRiskScoreFullRange: Double { 0 }
    /// The sum of the scores, in full.
    open var riskScoreSumFullRange: Double { 0 }
    /// What else was found.
    open var metadata: [AnyHashable: Any]? { nil }
}

/// Minutes in which somebody infectious was near; none are found here.
open class ENExposureWindow: NSObject, @unchecked Sendable {
    /// How sure the measures are.
    open var calibrationConfidence: ENCalibrationConfidence { .lowest }
    /// The day.
    open var date: Date { .distantPast }
    /// How the infection was found.
    open var diagnosisReportType: ENDiagnosisReportType { .unknown }
    /// How infectious somebody was.
    open var infectiousness: ENInfectiousness { .none }
    /// The measures.
    open var scanInstances: [ENScanInstance] { [] }
}

/// A measure of a signal; none is made here.
open class ENScanInstance: NSObject, @unchecked Sendable {
    /// The least attenuation.
    open var minimumAttenuation: ENAttenuation { 0 }
    /// The usual attenuation.
    open var typicalAttenuation: ENAttenuation { 0 }
    /// The seconds since the last measure.
    open var secondsSinceLastScan: Int { 0 }
}

/// An exposure; none is found here.
open class ENExposureInfo: NSObject, @unchecked Sendable {
    /// The day.
    open var date: Date { .distantPast }
    /// The seconds.
    open var duration: TimeInterval { 0 }
    /// The score.
    open var totalRiskScore: ENRiskScore { 0 }
}

/// A key that a device has sent for a day.
open class ENTemporaryExposureKey: NSObject, @unchecked Sendable {
    /// The key.
    open var keyData = Data()
    /// For how long, in ten minutes.
    open var rollingPeriod = ENIntervalNumber(0)
    /// From when on.
    open var rollingStartNumber = ENIntervalNumber(0)
    /// The risk of being infectious.
    open var transmissionRiskLevel = ENRiskLevel(0)
}
