import Foundation

/// The user's permission to see the pictures of the device.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user may not decide.
    case restricted = 1
    /// The user has refused.
    case denied = 2
    /// The user has agreed.
    case authorized = 3
    /// The user has agreed for some pictures.
    case limited = 4
}

/// What an app may do with pictures.
public enum PHAccessLevel: Int, Sendable {
    /// Add some.
    case addOnly = 1
    /// See and change them.
    case readWrite = 2
}

/// The pictures of the device. There are none here: the permission is denied.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    private static let library = PHPhotoLibrary()
    override private init() { super.init() }

    /// Returns the pictures of the device.
    public class func shared() -> PHPhotoLibrary { library }
    /// The permission: denied.
    public class func authorizationStatus() -> PHAuthorizationStatus { .denied }
    /// The permission: denied.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .denied }
    /// Calls the handler with `denied`.
    public class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        AppContext.current.perform(on: nil) { handler(.denied) }
    }
    /// Calls the handler with `denied`.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) { requestAuthorization(handler) }
    /// Returns `denied`.
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus { .denied }
    /// Tells of changes: there are none here.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {}
    /// Tells of changes no longer.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {}
}

/// Who is told that pictures have changed; not called here.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// They have changed.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// What has changed.
open class PHChange: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
}
