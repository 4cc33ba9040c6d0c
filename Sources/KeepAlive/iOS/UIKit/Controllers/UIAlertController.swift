import Foundation
import KeepAliveModel

/// A question to the user. There is no screen here: the timeline says that it is shown, and with which actions.
open class UIAlertController: UIViewController, SystemController {
    public enum Style: Int, Sendable {
        case actionSheet, alert
    }

    private let context = AppContext.current
    open var message: String?
    public let preferredStyle: Style
    public private(set) var actions: [UIAlertAction] = []
    open var preferredAction: UIAlertAction?
    public private(set) var textFields: [UITextField]?

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

    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }

    package func isPresented() {
        let words = [title, message].compactMap { $0 }.joined(separator: ": ")
        let answers = actions.compactMap(\.title).map { "\"\($0)\"" }.joined(separator: ", ")
        context.note("it asks \"\(words)\"\(answers.isEmpty ? "" : ", with \(answers)")")
    }

    package func isWithdrawn() { context.note("its question is gone") }
}

@preconcurrency @MainActor
open class UIAlertAction {
    public enum Style: Int, Sendable {
        case `default`, cancel, destructive
    }

    public let title: String?
    public let style: Style
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
