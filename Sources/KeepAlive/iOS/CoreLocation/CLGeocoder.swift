import Foundation

/// Finds the words for a place, and the place for words. There is no map here: every request ends with the error
/// `network`, as on a device without a network.
open class CLGeocoder: NSObject, @unchecked Sendable {
    open var isGeocoding: Bool { false }

    /// Asks for the words for a place.
    ///
    /// - Parameters:
    ///   - location: the place.
    ///   - completionHandler: gets no words, and ``CLError/Code/network``, on the main thread.
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

    /// Asks for the words for a place.
    ///
    /// - Throws: ``CLError/Code/network``.
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
        AppContext.current.note(.geocoding)
        throw CLError(.network)
    }

    /// Asks for the place for words.
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

/// The words for a place; none are found here.
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
