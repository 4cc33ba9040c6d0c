import Foundation
import KeepAlive

/// A text field. Unlike on iOS, the user cannot type: only the label is kept.
public struct TextField<Label: View>: View, Part {
    public typealias Body = Never

    let label: Label

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension TextField where Label == Text {
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    public init(_ title: LocalizedStringKey, text: Binding<String>, axis: Axis) { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) { label = Text(title) }
    public init(
        _ title: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void = {}
    ) {
        label = Text(title)
    }
    public init(_ title: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        label = Text(title)
    }
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String {
        label = Text(title)
    }
    public init<Value>(_ title: LocalizedStringKey, value: Binding<Value>, formatter: Formatter) { label = Text(title) }
}

public struct SecureField<Label: View>: View, Part {
    public typealias Body = Never

    let label: Label

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension SecureField where Label == Text {
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
}

public struct TextEditor: View, Part {
    public typealias Body = Never

    public init(text: Binding<String>) {}

    func parts(_ node: Node) -> [Child] { [] }
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: View, Part {
    public typealias Body = Never

    let label: Label?

    func parts(_ node: Node) -> [Child] { label.map { [Child($0)] } ?? [] }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView { label = nil }
    public init(@ViewBuilder label: () -> Label) { self.label = label() }
    public init(_ title: LocalizedStringKey) where Label == Text { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol) where Label == Text { label = Text(title) }
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) where Label == EmptyView { label = nil }
    public init<Value: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: Value?, total: Value = 1)
    where Label == Text {
        label = Text(title)
    }
    public init(_ progress: Progress) where Label == EmptyView { label = nil }
}

extension ProgressView {
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.label = label()
    }
}
