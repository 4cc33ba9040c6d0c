import Foundation

/// Asks the user what the app is worth. Nobody is asked here.
open class SKStoreReviewController: NSObject {
    /// Asks the user.
    public class func requestReview() { AppContext.current.note(.review) }
    /// Asks the user in a scene.
    @MainActor public class func requestReview(in windowScene: UIWindowScene) { requestReview() }
}
