import Foundation

/// Asks the user what the app is worth. Nobody is asked here.
open class SKStoreReviewController: NSObject {
    public class func requestReview() { AppContext.current.note(.review) }
    @MainActor public class func requestReview(in windowScene: UIWindowScene) { requestReview() }
}
