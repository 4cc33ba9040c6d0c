import Foundation

/// Asks the user to review the app. Has no effect except a line in the timeline.
open class SKStoreReviewController: NSObject {
    public class func requestReview() { AppContext.current.note(.review) }
    @MainActor public class func requestReview(in windowScene: UIWindowScene) { requestReview() }
}
