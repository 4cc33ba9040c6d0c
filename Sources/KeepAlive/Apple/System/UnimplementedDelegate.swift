import Foundation

/// A delegate that implements nothing that is optional: what the system does without a method is what its methods do.
///
/// The plug-in KeepAliveSources gives a class that adopts a delegate's protocol each method that only its subclasses implement.
/// Called on the class itself, such a method is one that nobody has implemented, and calls this one's.
public final class UnimplementedDelegate: NSObject, @unchecked Sendable {
    /// The one object.
    public static let shared = UnimplementedDelegate()

    /// Creates a delegate; ``shared`` is enough.
    override public init() { super.init() }
}

// Its conformances stand in extensions, so that the class belongs to no actor.
extension UnimplementedDelegate: AVAudioPlayerDelegate, CLLocationManagerDelegate, UNUserNotificationCenterDelegate,
    UIApplicationDelegate, UIWindowSceneDelegate, UINavigationControllerDelegate, UITableViewDelegate,
    UITextFieldDelegate, QLPreviewControllerDelegate, SFSafariViewControllerDelegate, URLSessionDataDelegate
{}

extension UnimplementedDelegate {
    /// None.
    @MainActor public var window: UIWindow? {
        get { nil }
        set {}
    }
}

// What is required of a delegate has a class that adopts the protocol: nobody asks this one.

extension UnimplementedDelegate: URLSessionDownloadDelegate {
    /// Does nothing.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {}
}

extension UnimplementedDelegate: CXProviderDelegate {
    /// Does nothing.
    public func providerDidReset(_ provider: CXProvider) {}
}

extension UnimplementedDelegate: PKPushRegistryDelegate {
    /// Does nothing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}
}

extension UnimplementedDelegate: WCSessionDelegate {
    /// Does nothing.
    public func session(
        _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState, error: (any Error)?
    ) {}
    /// Does nothing.
    public func sessionDidBecomeInactive(_ session: WCSession) {}
    /// Does nothing.
    public func sessionDidDeactivate(_ session: WCSession) {}
}

extension UnimplementedDelegate: UITableViewDataSource {
    /// Has no row.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    /// Has an empty cell.
    public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
}

extension UnimplementedDelegate: UIDocumentInteractionControllerDelegate {
    /// Shows nothing.
    public func documentInteractionControllerViewControllerForPreview(
        _ controller: UIDocumentInteractionController
    ) -> UIViewController { UIViewController() }
}
