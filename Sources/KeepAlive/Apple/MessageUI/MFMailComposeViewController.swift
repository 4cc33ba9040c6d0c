import Foundation

/// What comes of a mail.
public enum MFMailComposeResult: Int, Sendable {
    /// The user does not want it.
    case cancelled = 0
    /// It is kept.
    case saved = 1
    /// It is sent.
    case sent = 2
    /// It could not be sent.
    case failed = 3
}

/// Who is told what comes of a mail.
@preconcurrency @MainActor
public protocol MFMailComposeViewControllerDelegate: NSObjectProtocol {
    /// The user is done; not called here.
    func mailComposeController(
        _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: (any Error)?)
}

extension MFMailComposeViewControllerDelegate {
    /// Nothing to do.
    public func mailComposeController(
        _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: (any Error)?
    ) {}
}

/// Has the user write a mail. The device has no account: `canSendMail()` says so.
open class MFMailComposeViewController: UINavigationController {
    /// False.
    public class func canSendMail() -> Bool { false }
    /// Who is told what comes of it.
    open weak var mailComposeDelegate: (any MFMailComposeViewControllerDelegate)?
    /// Sets to whom.
    open func setToRecipients(_ toRecipients: [String]?) {}
    /// Sets the words over it.
    open func setSubject(_ subject: String) {}
    /// Sets the words.
    open func setMessageBody(_ body: String, isHTML: Bool) {}
    /// Adds a file.
    open func addAttachmentData(_ attachment: Data, mimeType: String, fileName filename: String) {}
}
