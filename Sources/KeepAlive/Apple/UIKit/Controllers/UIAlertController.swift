import Foundation
import KeepAlivePolicy

/// A question to the user. There is no screen here: the timeline says that it is shown, and with which actions.
open class UIAlertController: UIViewController {
    /// Where it is shown.
    public enum Style: Int, Sendable {
        /// At the bottom.
        case actionSheet = 0
        /// In the middle.
        case alert = 1
    }

    private let context = AppContext.current
    /// The text under the title.
    open var message: String?
    /// Where it is shown.
    public let preferredStyle: Style
    /// The answers.
    public private(set) var actions: [UIAlertAction] = []
    /// The answer that stands out.
    open var preferredAction: UIAlertAction?
    /// The lines that the user types in.
    public private(set) var textFields: [UITextField]?

    /// Creates a question.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    /// Creates a question from an archive, which is not read here.
    public required init?(coder: NSCoder) {
        preferredStyle = .alert
        super.init(coder: coder)
    }

    /// Adds an answer.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Adds a line that the user types in.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }

    override func isPresented() {
        let words = [title, message].compactMap { $0 }.joined(separator: ": ")
        let answers = actions.compactMap(\.title).map { "\"\($0)\"" }.joined(separator: ", ")
        context.note("it asks \"\(words)\"\(answers.isEmpty ? "" : ", with \(answers)")")
    }

    override func isWithdrawn() { context.note("its question is gone") }
}

/// An answer to a question.
@preconcurrency @MainActor
open class UIAlertAction {
    /// What an answer does.
    public enum Style: Int, Sendable {
        /// Something.
        case `default` = 0
        /// Nothing.
        case cancel = 1
        /// It destroys something.
        case destructive = 2
    }

    /// The words.
    public let title: String?
    /// What it does.
    public let style: Style
    /// True if the user can choose it.
    open var isEnabled = true
    let handler: ((UIAlertAction) -> Void)?

    /// Creates an answer.
    ///
    /// - Parameter handler: called when the user chooses it.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}
