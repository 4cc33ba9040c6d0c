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

// What is required of a delegate has a class that adopts the protocol: nobody asks this one.

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
