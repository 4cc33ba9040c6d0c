import Foundation

public struct MKCoordinateSpan: Hashable, Sendable {
    public var latitudeDelta: CLLocationDegrees
    public var longitudeDelta: CLLocationDegrees

    public init(latitudeDelta: CLLocationDegrees = 0, longitudeDelta: CLLocationDegrees = 0) {
        self.latitudeDelta = latitudeDelta
        self.longitudeDelta = longitudeDelta
    }
}

public struct MKCoordinateRegion: Sendable {
    public var center: CLLocationCoordinate2D
    public var span: MKCoordinateSpan

    public init(center: CLLocationCoordinate2D = CLLocationCoordinate2D(), span: MKCoordinateSpan = MKCoordinateSpan())
    {
        self.center = center
        self.span = span
    }

    public init(
        center centerCoordinate: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance,
        longitudinalMeters: CLLocationDistance
    ) {
        // A degree of latitude is 111 km everywhere; a degree of longitude gets shorter towards the poles.
        let metres = 111_195.0
        let narrow = max(0.01, cos(centerCoordinate.latitude * .pi / 180))
        self.init(
            center: centerCoordinate,
            span: MKCoordinateSpan(
                latitudeDelta: latitudinalMeters / metres, longitudeDelta: longitudinalMeters / metres / narrow))
    }
}

@preconcurrency @MainActor
public protocol MKAnnotation: NSObjectProtocol {
    var coordinate: CLLocationCoordinate2D { get }
    var title: String? { get }
    var subtitle: String? { get }
}

extension MKAnnotation {
    public var title: String? { nil }
    public var subtitle: String? { nil }
}

@preconcurrency @MainActor
open class MKPointAnnotation: NSObject, MKAnnotation {
    open var coordinate = CLLocationCoordinate2D()
    open var title: String?
    open var subtitle: String?
}

@preconcurrency @MainActor
open class MKUserLocation: NSObject, MKAnnotation {
    open var coordinate: CLLocationCoordinate2D { location?.coordinate ?? CLLocationCoordinate2D() }
    open var location: CLLocation? { nil }
    open var title: String?
    open var subtitle: String?
}

@preconcurrency @MainActor
public protocol MKOverlay: MKAnnotation {}

@preconcurrency @MainActor
open class MKPolyline: NSObject, MKOverlay {
    private let places: [CLLocationCoordinate2D]

    public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
        places = Array(UnsafeBufferPointer(start: coords, count: count))
        super.init()
    }

    open var title: String?
    open var subtitle: String?
    open var pointCount: Int { places.count }
    open var coordinate: CLLocationCoordinate2D { places.first ?? CLLocationCoordinate2D() }
}

@preconcurrency @MainActor
open class MKCircle: NSObject, MKOverlay {
    public let coordinate: CLLocationCoordinate2D
    /// The radius, in metres.
    public let radius: CLLocationDistance

    public init(center coord: CLLocationCoordinate2D, radius: CLLocationDistance) {
        coordinate = coord
        self.radius = radius
        super.init()
    }
}

/// A renderer of an overlay, which draws nothing.
@preconcurrency @MainActor
open class MKOverlayRenderer: NSObject {
    public let overlay: any MKOverlay
    open var alpha: CGFloat = 1

    public init(overlay: any MKOverlay) {
        self.overlay = overlay
        super.init()
    }
}

/// A renderer of a path, which draws nothing.
open class MKOverlayPathRenderer: MKOverlayRenderer {
    open var fillColor: UIColor?
    open var strokeColor: UIColor?
    open var lineWidth: CGFloat = 0
    open var lineDashPattern: [NSNumber]?
}

/// A renderer of a line, which draws nothing.
open class MKPolylineRenderer: MKOverlayPathRenderer {
    public convenience init(polyline: MKPolyline) { self.init(overlay: polyline) }
}

/// A renderer of a circle, which draws nothing.
open class MKCircleRenderer: MKOverlayPathRenderer {
    public convenience init(circle: MKCircle) { self.init(overlay: circle) }
}

open class MKAnnotationView: UIView {
    open var annotation: (any MKAnnotation)?
    public let reuseIdentifier: String?
    open var image: UIImage?
    open var canShowCallout = false
    open var isSelected = false
    open var isDraggable = false
    open var rightCalloutAccessoryView: UIView?
    open var leftCalloutAccessoryView: UIView?

    public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
        self.annotation = annotation
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) { nil }
}

open class MKMarkerAnnotationView: MKAnnotationView {
    open var markerTintColor: UIColor?
    open var glyphText: String?
    open var glyphImage: UIImage?
}

public enum MKMapType: UInt, Sendable {
    case standard = 0, satellite, hybrid, satelliteFlyover, hybridFlyover, mutedStandard
}

public enum MKUserTrackingMode: Int, Sendable {
    case none = 0, follow, followWithHeading
}

/// A map. Nothing is drawn: the view keeps its region, annotations and overlays.
open class MKMapView: UIView {
    open weak var delegate: (any MKMapViewDelegate)?
    open var region = MKCoordinateRegion()
    open var mapType = MKMapType.standard
    /// Stored, but without effect, unlike on iOS.
    @WithoutEffect open var showsUserLocation = false
    @WithoutEffect open var userTrackingMode = MKUserTrackingMode.none
    public let userLocation = MKUserLocation()
    open private(set) var annotations: [any MKAnnotation] = []
    open private(set) var overlays: [any MKOverlay] = []
    open var isScrollEnabled = true
    open var isZoomEnabled = true
    open var isRotateEnabled = true
    open var showsCompass = true
    open var showsScale = false
    open var centerCoordinate: CLLocationCoordinate2D {
        get { region.center }
        set { region.center = newValue }
    }

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        delegate = value as? any MKMapViewDelegate
        return true
    }

    open func setRegion(_ region: MKCoordinateRegion, animated: Bool) { self.region = region }
    open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) { region.center = coordinate }
    /// Stores the mode, but without effect, unlike on iOS.
    open func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) { userTrackingMode = mode }
    open func addAnnotation(_ annotation: any MKAnnotation) { annotations.append(annotation) }
    open func addAnnotations(_ annotations: [any MKAnnotation]) { annotations.forEach { addAnnotation($0) } }
    open func removeAnnotation(_ annotation: any MKAnnotation) { annotations.removeAll { $0 === annotation } }
    open func removeAnnotations(_ annotations: [any MKAnnotation]) { annotations.forEach { removeAnnotation($0) } }
    open func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {}
    open func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {}
    open func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {}
    open func addOverlay(_ overlay: any MKOverlay) { overlays.append(overlay) }
    open func removeOverlay(_ overlay: any MKOverlay) { overlays.removeAll { $0 === overlay } }
    open func removeOverlays(_ overlays: [any MKOverlay]) { overlays.forEach { removeOverlay($0) } }
    /// Always `nil`, unlike on iOS: annotations have no views.
    open func dequeueReusableAnnotationView(withIdentifier identifier: String) -> MKAnnotationView? { nil }
    /// Always `nil`, unlike on iOS: annotations have no views.
    open func view(for annotation: any MKAnnotation) -> MKAnnotationView? { nil }
    open func register(_ viewClass: AnyClass?, forAnnotationViewWithReuseIdentifier identifier: String) {}
}

/// The delegate of a map view. Its methods are never called, unlike on iOS: nothing is drawn.
@preconcurrency @MainActor
public protocol MKMapViewDelegate: NSObjectProtocol {
    func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
    func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
    func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)
    func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation)
    func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView)
    func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView)
    func mapView(
        _ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped control: UIControl)
}

extension MKMapViewDelegate {
    public func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? { nil }
    public func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
        MKOverlayRenderer(overlay: overlay)
    }
    public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
    public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {}
    public func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) {}
    public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {}
    public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {}
    public func mapView(
        _ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped control: UIControl
    ) {}
}
