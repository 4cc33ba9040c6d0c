import Foundation

public enum MFMailComposeResult: Int, Sendable {
    case cancelled
    case saved
    case sent
    case failed = 3
}

@preconcurrency @MainActor
public protocol MFMailComposeViewControllerDelegate: NSObjectProtocol {
    /// Never called, unlike on iOS.
    func mailComposeController(
        _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: (any Error)?)
}

extension MFMailComposeViewControllerDelegate {
    public func mailComposeController(
        _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: (any Error)?
    ) {}
}

open class MFMailComposeViewController: UINavigationController {
    public class func canSendMail() -> Bool { false }
    open weak var mailComposeDelegate: (any MFMailComposeViewControllerDelegate)?
    open func setToRecipients(_ toRecipients: [String]?) {}
    open func setSubject(_ subject: String) {}
    open func setMessageBody(_ body: String, isHTML: Bool) {}
    open func addAttachmentData(_ attachment: Data, mimeType: String, fileName filename: String) {}
}
