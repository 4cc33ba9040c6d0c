import KeepAlive

/// A view that does something when the user taps it.
@MainActor
protocol Tappable {
    /// What it is, for people.
    var kind: String { get }
    /// Does it.
    func tapped(_ node: Node)
}

extension Node {
    /// What can be tapped in this place and below it. A view that is presented covers all others.
    var touchables: [Touchable] { uncovered.touchables }

    private var uncovered: (touchables: [Touchable], covers: Bool) {
        guard isVisible else { return ([], false) }
        var all = own.map { [$0] } ?? []
        for child in children {
            let below = child.uncovered
            if below.covers { return below }
            all += below.touchables
        }
        return (all, covers)
    }

    private var own: Touchable? {
        guard let view = value as? any Tappable else { return nil }
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

/// A view that recognizes taps.
struct TapView<Content: View>: View, Part, Tappable {
    typealias Body = Never

    let content: Content
    let action: () -> Void

    var kind: String { "view" }
    func parts(_ node: Node) -> [Child] { [Child(content)] }
    func tapped(_ node: Node) { action() }
}
