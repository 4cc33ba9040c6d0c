import KeepAlive

/// A view that reacts to a tap.
@MainActor
protocol Tappable {
    /// The kind of element, as `ctl` and error messages name it.
    var kind: String { get }
    /// False if a single tap has no effect.
    var isTappable: Bool { get }
    func tapped(_ node: Node)
}

extension Tappable {
    var isTappable: Bool { true }
}

extension Node {
    /// The elements at and below this node that the user can tap. Elements that a presentation hides are left out.
    var touchables: [Touchable] { uncovered.touchables }

    private var uncovered: (touchables: [Touchable], covers: Bool) {
        guard isVisible else { return ([], false) }
        var all = own.map { [$0] } ?? []
        // If several presentations hide the others, the last one is on top.
        var covering: [Touchable]?
        for child in children {
            let below = child.uncovered
            if below.covers { covering = below.touchables } else { all += below.touchables }
        }
        if let covering { return (covering, true) }
        if let question = value as? any Question, let answer = question.answer(besides: all, environment) {
            all.append(answer)
        }
        return (all, covers)
    }

    private var own: Touchable? {
        guard let view = value as? any Tappable, view.isTappable else { return nil }
        let words = words
        // A link is named by its label, not by the texts of its destination, which `words` omits.
        let names: [String?] = [words.first, words.joined(separator: ", ")] + accessibilityNames
        return Touchable(view.kind, names, isEnabled: environment.isEnabled) { [weak self] in
            guard let self else { return }
            view.tapped(self)
            environment.endsQuestion?()
        }
    }

    /// The texts at and below this node, without the texts of presentations.
    private var words: [String] {
        if let text = value as? Text { return [text.content] }
        return children.filter { !$0.covers }.flatMap(\.words)
    }

    /// The accessibility labels and identifiers at and below this node, without those of presentations.
    private var accessibilityNames: [String] {
        environment.accessibilityNames + children.filter { !$0.covers }.flatMap(\.accessibilityNames)
    }
}

/// A view that asks the user a question, and may add a button to the app's own buttons.
@MainActor
protocol Question {
    /// Returns the button to add; `nil` if the app's own buttons suffice.
    func answer(besides others: [Touchable], _ environment: EnvironmentValues) -> Touchable?
}

/// The content of an alert or dialog.
struct QuestionView<Content: View>: View, Part, Question {
    typealias Body = Never

    let content: Content
    /// True for a confirmation dialog, which always offers Cancel; false for an alert, which offers OK if it has no
    /// button.
    let isDialog: Bool

    func parts(_ node: Node) -> [Child] { [Child(content)] }

    func answer(besides others: [Touchable], _ environment: EnvironmentValues) -> Touchable? {
        let name = isDialog ? "Cancel" : "OK"
        let isNeeded = isDialog ? others.allSatisfy { !$0.names.contains(name) } : others.isEmpty
        guard isNeeded else { return nil }
        return Touchable("button", [name]) { environment.endsQuestion?() }
    }
}

/// A view with a tap gesture.
struct TapView<Content: View>: View, Part, Tappable {
    typealias Body = Never

    let content: Content
    /// The number of taps that the gesture requires. `ctl touch` makes one tap.
    let count: Int
    let action: () -> Void

    var isTappable: Bool { count == 1 }
    var kind: String { "view" }
    func parts(_ node: Node) -> [Child] { [Child(content)] }
    func tapped(_ node: Node) { action() }
}
