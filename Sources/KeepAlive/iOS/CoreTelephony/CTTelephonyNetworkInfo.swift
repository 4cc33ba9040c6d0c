import Foundation

/// Information on the cellular network. The device has no SIM card: all properties are `nil`.
open class CTTelephonyNetworkInfo: NSObject, @unchecked Sendable {
    open var serviceSubscriberCellularProviders: [String: CTCarrier]? { nil }
    open var serviceCurrentRadioAccessTechnology: [String: String]? { nil }
    open var subscriberCellularProvider: CTCarrier? { nil }
    open var currentRadioAccessTechnology: String? { nil }
}

open class CTCarrier: NSObject, @unchecked Sendable {
    open var carrierName: String? { nil }
    open var mobileCountryCode: String? { nil }
    open var mobileNetworkCode: String? { nil }
    open var isoCountryCode: String? { nil }
}
