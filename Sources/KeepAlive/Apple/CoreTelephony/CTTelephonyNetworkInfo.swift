import Foundation

/// What the device knows of the phone network. There is no card here.
open class CTTelephonyNetworkInfo: NSObject, @unchecked Sendable {
    /// Whose network it is, by card: none.
    open var serviceSubscriberCellularProviders: [String: CTCarrier]? { nil }
    /// The kind of network, by card: none.
    open var serviceCurrentRadioAccessTechnology: [String: String]? { nil }
    /// Whose network it is: nobody's.
    open var subscriberCellularProvider: CTCarrier? { nil }
    /// The kind of network: none.
    open var currentRadioAccessTechnology: String? { nil }
}

/// Whose network it is.
open class CTCarrier: NSObject, @unchecked Sendable {
    /// The name.
    open var carrierName: String? { nil }
    /// The number of the country.
    open var mobileCountryCode: String? { nil }
    /// The number in the country.
    open var mobileNetworkCode: String? { nil }
    /// The country.
    open var isoCountryCode: String? { nil }
}
