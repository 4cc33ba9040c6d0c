import Foundation

/// Finds the words for a place, and the place for words. There is no map here: every request ends with the error
/// `network`, as on a device without a network.
open class CLGeocoder: NSObject, @unchecked Sendable {
    /// False: a request has its answer at once.
    open var isGeocoding: Bool { false }

    /// Asks for the words for a place.
    ///
    /// - Parameters:
    ///   - location: the place.
    ///   - completionHandler: gets no words, and ``CLError/Code/network``, on the main thread.
    open func reverseGeocodeLocation(_ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler) {
        refuse(completionHandler)
    }

    /// Asks for the words for a place in a language.
    open func reverseGeocodeLocation(
        _ location: CLLocation, preferredLocale locale: Locale?, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        refuse(completionHandler)
    }

    /// Asks for the place for words.
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

    /// Ends a request.
    open func cancelGeocode() {}

    private func refuse(_ handler: @escaping CLGeocodeCompletionHandler) {
        let context = AppContext.current
        context.note(.geocoding)
        nonisolated(unsafe) let handler = handler
        context.main { handler(nil, CLError(.network)) }
    }
}

/// Takes the words for a place.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// The words for a place; none are found here.
open class CLPlacemark: NSObject, @unchecked Sendable {
    /// The place.
    open var location: CLLocation? { nil }
    /// Its name.
    open var name: String? { nil }
    /// The street.
    open var thoroughfare: String? { nil }
    /// The number of the house.
    open var subThoroughfare: String? { nil }
    /// The town.
    open var locality: String? { nil }
    /// The part of the town.
    open var subLocality: String? { nil }
    /// The state.
    open var administrativeArea: String? { nil }
    /// The county.
    open var subAdministrativeArea: String? { nil }
    /// The postal code.
    open var postalCode: String? { nil }
    /// The code of the country.
    open var isoCountryCode: String? { nil }
    /// The country.
    open var country: String? { nil }
    /// The time zone.
    open var timeZone: TimeZone? { nil }
}
