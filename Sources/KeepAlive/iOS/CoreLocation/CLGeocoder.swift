import Foundation

/// Converts between coordinates and addresses on iOS. This reproduction has no map data: every request fails with
/// ``CLError/Code/network``, as on a device without a network.
open class CLGeocoder: NSObject, @unchecked Sendable {
    open var isGeocoding: Bool { false }

    /// Always fails, unlike on iOS: there is no map data.
    ///
    /// - Parameters:
    ///   - location: ignored.
    ///   - completionHandler: called on the main thread, with `nil` and ``CLError/Code/network``.
    open func reverseGeocodeLocation(_ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler) {
        refuse(completionHandler)
    }

    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        refuse(completionHandler)
    }

    open func geocodeAddressString(
        _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        refuse(completionHandler)
    }

    /// Always fails, unlike on iOS: there is no map data.
    ///
    /// - Throws: ``CLError/Code/network``.
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
        AppContext.current.note(.geocoding)
        throw CLError(.network)
    }

    /// Always fails, unlike on iOS: there is no map data.
    ///
    /// - Throws: ``CLError/Code/network``.
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
        AppContext.current.note(.geocoding)
        throw CLError(.network)
    }

    open func cancelGeocode() {}

    private func refuse(_ handler: @escaping CLGeocodeCompletionHandler) {
        let context = AppContext.current
        context.note(.geocoding)
        nonisolated(unsafe) let handler = handler
        context.main { handler(nil, CLError(.network)) }
    }
}

public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// The address of a place. Unlike on iOS, no request returns a placemark, and all properties are `nil`.
open class CLPlacemark: NSObject, @unchecked Sendable {
    open var location: CLLocation? { nil }
    open var name: String? { nil }
    open var thoroughfare: String? { nil }
    open var subThoroughfare: String? { nil }
    open var locality: String? { nil }
    open var subLocality: String? { nil }
    open var administrativeArea: String? { nil }
    open var subAdministrativeArea: String? { nil }
    open var postalCode: String? { nil }
    open var isoCountryCode: String? { nil }
    open var country: String? { nil }
    open var timeZone: TimeZone? { nil }
}
