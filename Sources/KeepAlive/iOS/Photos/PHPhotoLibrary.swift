import Foundation

public enum PHAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted
    case denied, authorized, limited
}

public enum PHAccessLevel: Int, Sendable {
    case addOnly = 1
    case readWrite
}

/// The device's photo library. There is none in this reproduction: the permission is always denied.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    private static let library = PHPhotoLibrary()
    override private init() { super.init() }

    public class func shared() -> PHPhotoLibrary { library }
    public class func authorizationStatus() -> PHAuthorizationStatus { .denied }
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .denied }
    public class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        AppContext.current.perform(on: nil) { handler(.denied) }
    }
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) { requestAuthorization(handler) }
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus { .denied }
    /// Has no effect, unlike on iOS: there are no photos, so none change.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {}
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {}
}

/// An observer of changes of the photo library; never called, unlike on iOS.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

open class PHChange: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
}
