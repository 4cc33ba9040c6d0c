import Foundation
import KeepAliveModel

/// An alert or action sheet. Nothing is drawn: the timeline shows the text and the titles of the actions.
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

    /// Creates an alert without content; unlike on iOS, the archive is not read.
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

    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}
