import KeepAlive

/// A view that does something when the user taps it.
@MainActor
protocol Tappable {
    /// What it is, for people.
    var kind: String { get }
    /// False if a single tap does nothing.
    var isTappable: Bool { get }
    /// Does it.
    func tapped(_ node: Node)
}

extension Tappable {
    var isTappable: Bool { true }
}

extension Node {
    /// What can be tapped in this place and below it. A view that is presented covers all others.
    var touchables: [Touchable] { uncovered.touchables }

    private var uncovered: (touchables: [Touchable], covers: Bool) {
        guard isVisible else { return ([], false) }
        var all = own.map { [$0] } ?? []
        // Of several that cover, the last one is on top.
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
        // A link holds what it leads to, which is not its name.
        let names: [String?] = [words.first, words.joined(separator: ", ")] + accessibilityNames
        return Touchable(view.kind, names, isEnabled: environment.isEnabled) { [weak self] in
            guard let self else { return }
            view.tapped(self)
            environment.endsQuestion?()
        }
    }

    /// The texts in this place and below it.
    private var words: [String] {
        if let text = value as? Text { return [text.content] }
        return children.filter { !$0.covers }.flatMap(\.words)
    }

    /// The words for those who do not see it, and its name for tests; those of what is in it, too.
    private var accessibilityNames: [String] {
        environment.accessibilityNames + children.filter { !$0.covers }.flatMap(\.accessibilityNames)
    }
}

/// What is asked of the user, which has an answer by itself.
@MainActor
protocol Question {
    /// Returns the answer that it has besides those of the app; `nil` for none.
    func answer(besides others: [Touchable], _ environment: EnvironmentValues) -> Touchable?
}

/// What an alert or a dialog shows.
struct QuestionView<Content: View>: View, Part, Question {
    typealias Body = Never

    let content: Content
    /// True for a dialog, which can always be left.
    let isDialog: Bool

    func parts(_ node: Node) -> [Child] { [Child(content)] }

    func answer(besides others: [Touchable], _ environment: EnvironmentValues) -> Touchable? {
        let name = isDialog ? "Cancel" : "OK"
        let isNeeded = isDialog ? others.allSatisfy { !$0.names.contains(name) } : others.isEmpty
        guard isNeeded else { return nil }
        return Touchable("button", [name]) { environment.endsQuestion?() }
    }
}

/// A view that recognizes taps.
struct TapView<Content: View>: View, Part, Tappable {
    typealias Body = Never

    let content: Content
    /// How many taps it takes. A touch is one.
    let count: Int
    let action: () -> Void

    var isTappable: Bool { count == 1 }
    var kind: String { "view" }
    func parts(_ node: Node) -> [Child] { [Child(content)] }
    func tapped(_ node: Node) { action() }
}
