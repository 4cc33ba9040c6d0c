import Foundation

/// How far a map reaches, in degrees.
public struct MKCoordinateSpan: Hashable, Sendable {
    /// From north to south.
    public var latitudeDelta: CLLocationDegrees
    /// From west to east.
    public var longitudeDelta: CLLocationDegrees

    /// Creates how far a map reaches.
    public init(latitudeDelta: CLLocationDegrees = 0, longitudeDelta: CLLocationDegrees = 0) {
        self.latitudeDelta = latitudeDelta
        self.longitudeDelta = longitudeDelta
    }
}

/// A part of the earth.
public struct MKCoordinateRegion: Sendable {
    /// The middle.
    public var center: CLLocationCoordinate2D
    /// How far it reaches.
    public var span: MKCoordinateSpan

    /// Creates a part of the earth.
    public init(center: CLLocationCoordinate2D = CLLocationCoordinate2D(), span: MKCoordinateSpan = MKCoordinateSpan())
    {
        self.center = center
        self.span = span
    }

    /// Creates a part of the earth of a size in metres.
    public init(
        center centerCoordinate: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
        longitudinalMeters: CLLocationDistance
    ) {
        // A degree of latitude is 111 km; one of longitude gets smaller towards the poles.
        let metres = 111_195.0
        let narrow = max(0.01, cos(centerCoordinate.latitude * .pi / 180))
        self.init(
            center: centerCoordinate,
            span: MKCoordinateSpan(
                latitudeDelta: latitudinalMeters / metres, longitudeDelta: longitudinalMeters / metres / narrow))
    }
}

/// Something at a place on a map.
@preconcurrency @MainActor
public protocol MKAnnotation: NSObjectProtocol {
    /// The place.
    var coordinate: CLLocationCoordinate2D { get }
    /// The words.
    var title: String? { get }
    /// The words under them.
    var subtitle: String? { get }
}

extension MKAnnotation {
    /// None.
    public var title: String? { nil }
    /// None.
    public var subtitle: String? { nil }
}

/// A mark at a place on a map.
@preconcurrency @MainActor
open class MKPointAnnotation: NSObject, MKAnnotation {
    /// The place.
    open var coordinate = CLLocationCoordinate2D()
    /// The words.
    open var title: String?
    /// The words under them.
    open var subtitle: String?
}

/// The user's place on a map.
@preconcurrency @MainActor
open class MKUserLocation: NSObject, MKAnnotation {
    /// The place.
    open var coordinate: CLLocationCoordinate2D { location?.coordinate ?? CLLocationCoordinate2D() }
    /// The fix; none, here.
    open var location: CLLocation? { nil }
    /// The words.
    open var title: String?
    /// The words under them.
    open var subtitle: String?
}

/// Something drawn on a map.
@preconcurrency @MainActor
public protocol MKOverlay: MKAnnotation {}

/// A line on a map.
@preconcurrency @MainActor
open class MKPolyline: NSObject, MKOverlay {
    private let places: [CLLocationCoordinate2D]

    /// Creates a line through places.
    public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
        places = Array(UnsafeBufferPointer(start: coords, count: count))
        super.init()
    }

    /// How many places there are.
    open var pointCount: Int { places.count }
    /// Where it begins.
    open var coordinate: CLLocationCoordinate2D { places.first ?? CLLocationCoordinate2D() }
}

/// A circle on a map.
@preconcurrency @MainActor
open class MKCircle: NSObject, MKOverlay {
    /// The middle.
    public let coordinate: CLLocationCoordinate2D
    /// The radius, in metres.
    public let radius: CLLocationDistance

    /// Creates a circle.
    public init(center coord: CLLocationCoordinate2D, radius: CLLocationDistance) {
        coordinate = coord
        self.radius = radius
        super.init()
    }
}

/// Draws something on a map; nothing is drawn here.
@preconcurrency @MainActor
open class MKOverlayRenderer: NSObject {
    /// What.
    public let overlay: any MKOverlay
    /// How much of it is seen, from 0 to 1.
    open var alpha: CGFloat = 1

    /// Creates what draws it.
    public init(overlay: any MKOverlay) {
        self.overlay = overlay
        super.init()
    }
}

/// Draws the lines and areas of something on a map; nothing is drawn here.
open class MKOverlayPathRenderer: MKOverlayRenderer {
    /// The color within it.
    open var fillColor: UIColor?
    /// The color of its line.
    open var strokeColor: UIColor?
    /// How wide that is, in points.
    open var lineWidth: CGFloat = 0
    /// The parts of a broken line, in points.
    open var lineDashPattern: [NSNumber]?
}

/// Draws a line on a map; nothing is drawn here.
open class MKPolylineRenderer: MKOverlayPathRenderer {
    /// Creates what draws it.
    public convenience init(polyline: MKPolyline) { self.init(overlay: polyline) }
}

/// Draws a circle on a map; nothing is drawn here.
open class MKCircleRenderer: MKOverlayPathRenderer {
    /// Creates what draws it.
    public convenience init(circle: MKCircle) { self.init(overlay: circle) }
}

/// The view of something at a place on a map.
open class MKAnnotationView: UIView {
    /// What.
    open var annotation: (any MKAnnotation)?
    /// The name of its kind.
    public let reuseIdentifier: String?
    /// The picture.
    open var image: UIImage?
    /// True if its words are shown when it is touched.
    open var canShowCallout = false
    /// True if it is chosen.
    open var isSelected = false
    /// True if the user may move it.
    open var isDraggable = false
    /// What stands at the right of its words.
    open var rightCalloutAccessoryView: UIView?
    /// What stands at the left of its words.
    open var leftCalloutAccessoryView: UIView?

    /// Creates a view.
    public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
        self.annotation = annotation
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// Returns `nil`: an archive has none.
    public required init?(coder: NSCoder) { nil }
}

/// The view of a mark on a map.
open class MKMarkerAnnotationView: MKAnnotationView {
    /// The color of the mark.
    open var markerTintColor: UIColor?
    /// The words in it.
    open var glyphText: String?
    /// The picture in it.
    open var glyphImage: UIImage?
}

/// The kind of a map.
public enum MKMapType: UInt, Sendable {
    /// In some way.
    case standard = 0, satellite, hybrid, satelliteFlyover, hybridFlyover, mutedStandard
}

/// How a map follows the user.
public enum MKUserTrackingMode: Int, Sendable {
    /// In some way.
    case none = 0, follow, followWithHeading
}

/// A map. Nothing is drawn here: it holds what stands on it.
open class MKMapView: UIView {
    /// Who says what stands on it.
    open weak var delegate: (any MKMapViewDelegate)?
    /// The part that is shown.
    open var region = MKCoordinateRegion()
    /// The kind.
    open var mapType = MKMapType.standard
    /// True if the user's place is shown; it is not, here.
    open var showsUserLocation = false
    /// How it follows the user; kept, and without effect here.
    open var userTrackingMode = MKUserTrackingMode.none
    /// The user's place.
    public let userLocation = MKUserLocation()
    /// What stands on it.
    open private(set) var annotations: [any MKAnnotation] = []
    /// What is drawn on it.
    open private(set) var overlays: [any MKOverlay] = []
    /// True if the user may move it.
    open var isScrollEnabled = true
    /// True if the user may make it larger and smaller.
    open var isZoomEnabled = true
    /// True if the user may turn it.
    open var isRotateEnabled = true
    /// True if there is a mark of the north.
    open var showsCompass = true
    /// True if there is a scale.
    open var showsScale = false
    /// The middle of what is shown.
    open var centerCoordinate: CLLocationCoordinate2D {
        get { region.center }
        set { region.center = newValue }
    }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any MKMapViewDelegate
        return true
    }

    /// Shows a part.
    open func setRegion(_ region: MKCoordinateRegion, animated: Bool) { self.region = region }
    /// Shows what is around a place.
    open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) { region.center = coordinate }
    /// Says how it follows the user; without effect here.
    open func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) { userTrackingMode = mode }
    /// Puts something on it.
    open func addAnnotation(_ annotation: any MKAnnotation) { annotations.append(annotation) }
    /// Puts several things on it.
    open func addAnnotations(_ annotations: [any MKAnnotation]) { annotations.forEach { addAnnotation($0) } }
    /// Takes something away.
    open func removeAnnotation(_ annotation: any MKAnnotation) { annotations.removeAll { $0 === annotation } }
    /// Takes several things away.
    open func removeAnnotations(_ annotations: [any MKAnnotation]) { annotations.forEach { removeAnnotation($0) } }
    /// Shows things.
    open func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {}
    /// Chooses something, without telling the delegate.
    open func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {}
    /// Gives something up.
    open func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {}
    /// Draws something on it.
    open func addOverlay(_ overlay: any MKOverlay) { overlays.append(overlay) }
    /// Takes something drawn away.
    open func removeOverlay(_ overlay: any MKOverlay) { overlays.removeAll { $0 === overlay } }
    /// Takes several things drawn away.
    open func removeOverlays(_ overlays: [any MKOverlay]) { overlays.forEach { removeOverlay($0) } }
    /// Returns a view of a name; none is shown here.
    open func dequeueReusableAnnotationView(withIdentifier identifier: String) -> MKAnnotationView? { nil }
    /// Returns the view of something; none is shown here.
    open func view(for annotation: any MKAnnotation) -> MKAnnotationView? { nil }
    /// Says of which class the views of a name are.
    open func register(_ viewClass: AnyClass?, forAnnotationViewWithReuseIdentifier identifier: String) {}
}

/// Who says what stands on a map; not asked here, where nothing is drawn.
@preconcurrency @MainActor
public protocol MKMapViewDelegate: NSObjectProtocol {
    /// Returns the view of something.
    func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
    /// Returns what draws something.
    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
    /// Another part is shown.
    func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
    /// Another part is about to be shown.
    func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)
    /// The user is elsewhere.
    func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation)
    /// The user has chosen something.
    func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView)
    /// The user has given something up.
    func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView)
    /// The user has touched what stands beside the words of something.
    func mapView(
        _ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped control: UIControl)
}

extension MKMapViewDelegate {
    /// As is usual.
    public func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? { nil }
    /// As is usual.
    public func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
        MKOverlayRenderer(overlay: overlay)
    }
    /// Nothing to do.
    public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
    /// Nothing to do.
    public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {}
    /// Nothing to do.
    public func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) {}
    /// Nothing to do.
    public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {}
    /// Nothing to do.
    public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {}
    /// Nothing to do.
    public func mapView(
        _ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped control: UIControl
    ) {}
}
