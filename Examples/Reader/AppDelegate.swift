import Foundation
import KeepAlive

/// Opens documents: a copy in its inbox, or the file itself (SD-48, SD-70, SD-71).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        guard url.isFileURL, let text = try? String(contentsOf: url, encoding: .utf8) else { return false }
        let isOriginal = options[.openInPlace] as? Bool ?? false
        print("\(url.lastPathComponent), \(isOriginal ? "the file itself" : "a copy"): \(text.prefix(60))")
        if !isOriginal {
            // What is read may go: a copy in the inbox can be deleted, not changed.
            try? FileManager.default.removeItem(at: url)
        }
        return true
    }
}
