import Foundation

extension UnimplementedDelegate: UIApplicationDelegate, UIWindowSceneDelegate, UINavigationControllerDelegate,
    UITableViewDelegate, UITextFieldDelegate
{}

extension UnimplementedDelegate {
    @MainActor public var window: UIWindow? {
        get { nil }
        set {}
    }
}

// These methods are required, so a class that conforms to the protocol implements them itself: these implementations
// are never called.

extension UnimplementedDelegate: UITableViewDataSource {
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
}

extension UnimplementedDelegate: UIDocumentInteractionControllerDelegate {
    public func documentInteractionControllerViewControllerForPreview(
        _ controller: UIDocumentInteractionController
    ) -> UIViewController { UIViewController() }
}
