import Foundation

/// Asks the user to review the app. Unlike on iOS, this only writes a line into the timeline.
open class SKStoreReviewController: NSObject {
    public class func requestReview() { AppContext.current.note(.review) }
    @MainActor public class func requestReview(in windowScene: UIWindowScene) { requestReview() }
}
