import Foundation
import KeepAlive

/// A field for text. Nobody types here: it holds its label.
public struct TextField<Label: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a field.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension TextField where Label == Text {
    /// Creates a field with a title.
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    /// Creates a field with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    /// Creates a field that may grow.
    public init(_ title: LocalizedStringKey, text: Binding<String>, axis: Axis) { label = Text(title) }
    /// Creates a field that may grow.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) { label = Text(title) }
    /// Creates a field that tells of what the user does.
    public init(
        _ title: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void = {}
    ) {
        label = Text(title)
    }
    /// Creates a field that tells of what the user does.
    public init(_ title: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        label = Text(title)
    }
    /// Creates a field for a value.
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String {
        label = Text(title)
    }
    /// Creates a field for a value with a formatter.
    public init<Value>(_ title: LocalizedStringKey, value: Binding<Value>, formatter: Formatter) { label = Text(title) }
}

/// A field for text that is not shown.
public struct SecureField<Label: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension SecureField where Label == Text {
    /// Creates a field with a title.
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
    /// Creates a field with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) { label = Text(title) }
}

/// A field for a long text.
public struct TextEditor: View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates a field.
    public init(text: Binding<String>) {}

    func parts(_ node: Node) -> [Child] { [] }
}

/// A sign that something goes on.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label?

    func parts(_ node: Node) -> [Child] { label.map { [Child($0)] } ?? [] }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// Something goes on.
    public init() where Label == EmptyView { label = nil }
    /// Something goes on.
    public init(@ViewBuilder label: () -> Label) { self.label = label() }
    /// Something goes on.
    public init(_ title: LocalizedStringKey) where Label == Text { label = Text(title) }
    /// Something goes on.
    @_disfavoredOverload
    public init(_ title: some StringProtocol) where Label == Text { label = Text(title) }
    /// A part of it is done.
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) where Label == EmptyView { label = nil }
    /// A part of it is done.
    public init<Value: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: Value?, total: Value = 1)
    where Label == Text {
        label = Text(title)
    }
    /// A part of it is done.
    public init(_ progress: Progress) where Label == EmptyView { label = nil }
}

extension ProgressView {
    /// A part of it is done.
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.label = label()
    }
}
