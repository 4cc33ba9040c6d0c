/// A view with a tag: the selection value for which the view stands in a picker or tab view.
struct TaggedView<Content: View>: View, Part, TabContent {
    typealias Body = Never

    private let content: Content
    let tag: AnyHashable?
    var label: Any? { nil }

    init(content: Content, tag: AnyHashable) {
        self.content = content
        self.tag = tag
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}
