import Foundation
import KeepAlive

/// What a button is for.
public struct ButtonRole: Equatable, Sendable {
    private let name: String

    /// The words on a button of this purpose.
    var title: String { self == .destructive ? "Delete" : name.prefix(1).uppercased() + name.dropFirst() }

    /// It destroys something.
    public static let destructive = ButtonRole(name: "destructive")
    /// It ends what was begun.
    public static let cancel = ButtonRole(name: "cancel")
    /// It closes what is shown.
    public static let close = ButtonRole(name: "close")
    /// It takes what is shown.
    public static let confirm = ButtonRole(name: "confirm")
}

/// A control that the user may tap.
public struct Button<Label: View>: View, Part, Tappable {
    /// It has none.
    public typealias Body = Never

    let label: Label
    let action: () -> Void

    /// Creates a button.
    public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.action = action
    }

    /// Creates a button for a purpose.
    public init(role: ButtonRole?, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.init(action: action, label: label)
    }

    var kind: String { "button" }
    func parts(_ node: Node) -> [Child] { [Child(label)] }
    func tapped(_ node: Node) { action() }
}

/// The label that a purpose has by itself.
public struct DefaultButtonLabel: View {
    private let role: ButtonRole

    /// The words of the purpose.
    public var body: some View { Text(verbatim: role.title) }

    fileprivate init(_ role: ButtonRole) {
        self.role = role
    }
}

extension Button where Label == DefaultButtonLabel {
    /// Creates a button for a purpose, with the words of that purpose.
    public init(role: ButtonRole, action: @escaping () -> Void) {
        self.init(action: action) { DefaultButtonLabel(role) }
    }
}

extension Button where Label == Text {
    /// Creates a button with a title.
    public init(_ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(action: action) { Text(title) }
    }
    /// Creates a button with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(action: action) { Text(title) }
    }
}

extension Button where Label == KeepAliveSwiftUI.Label<Text, Image> {
    /// Creates a button with a title and a symbol.
    public init(_ title: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void)
    {
        self.init(action: action) { KeepAliveSwiftUI.Label(title, systemImage: systemImage) }
    }
}

/// A control with two states.
public struct Toggle<Label: View>: View, Part, Tappable {
    /// It has none.
    public typealias Body = Never

    let label: Label
    let isOn: Binding<Bool>

    /// Creates a control.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.isOn = isOn
    }

    var kind: String { "switch" }
    func parts(_ node: Node) -> [Child] { [Child(label)] }
    func tapped(_ node: Node) { isOn.wrappedValue.toggle() }
}

extension Toggle where Label == Text {
    /// Creates a control with a title.
    public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
    /// Creates a control with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == KeepAliveSwiftUI.Label<Text, Image> {
    /// Creates a control with a title and a symbol.
    public init(_ title: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { KeepAliveSwiftUI.Label(title, systemImage: systemImage) }
    }
}

/// A control with which the user chooses one of several.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label
    let content: Content

    /// Creates a control.
    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        self.content = content()
    }

    /// Creates a control with a label that stands before it.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.label = label
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(label), Child(content)] }
}

extension Picker where Label == Text {
    /// Creates a control with a title.
    public init(_ title: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, content: content) { Text(title) }
    }
    /// Creates a control with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, content: content) { Text(title) }
    }
}

/// A control for a number in a range.
public struct Slider<Label: View, ValueLabel: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a control with views at its ends.
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// Creates a control.
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        label = EmptyView()
    }
}

extension Slider where ValueLabel == EmptyView {
    /// Creates a control with a label.
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
    }
}

/// A control that makes a number greater or smaller.
public struct Stepper<Label: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a control.
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
    }

    /// Creates a control for a number in a range.
    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension Stepper where Label == Text {
    /// Creates a control with a title, for a number without limits.
    public init<Value: Strideable>(
        _ title: LocalizedStringKey, value: Binding<Value>, step: Value.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        label = Text(title)
    }
    /// Creates a control with a title and with functions.
    public init(
        _ title: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        label = Text(title)
    }
    /// Creates a control with a title.
    public init<Value: Strideable>(
        _ title: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        label = Text(title)
    }
    /// Creates a control with a title.
    @_disfavoredOverload
    public init<Value: Strideable>(
        _ title: some StringProtocol, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        label = Text(title)
    }
}

/// A control for a date.
public struct DatePicker<Label: View>: View, Part {
    /// The parts of a date that it shows.
    public typealias Components = DatePickerComponents
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a control.
    public init(
        selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension DatePicker where Label == Text {
    /// Creates a control with a title.
    public init(
        _ title: LocalizedStringKey, selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        label = Text(title)
    }
    /// Creates a control with a title, for dates in a range.
    public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        label = Text(title)
    }
    /// Creates a control with a title, for dates up to one.
    public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        label = Text(title)
    }
    /// Creates a control with a title, for dates from one on.
    public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        label = Text(title)
    }
}

/// The parts of a date.
public struct DatePickerComponents: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The time of day.
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    /// The day.
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A control for a color.
public struct ColorPicker<Label: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a control.
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension ColorPicker where Label == Text {
    /// Creates a control with a title.
    public init(_ title: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        label = Text(title)
    }
}

/// A control that shows others when it is tapped.
public struct Menu<Label: View, Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a menu.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    /// Creates a menu that does something when it is tapped shortly.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension Menu where Label == Text {
    /// Creates a menu with a title.
    public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) { label = Text(title) }
    /// Creates a menu with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) { label = Text(title) }
}

/// A control that opens a URL.
public struct Link<Label: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a link.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension Link where Label == Text {
    /// Creates a link with a title.
    public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }
    /// Creates a link with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// A control that shares something.
public struct ShareLink<Item, Label: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let label: Label

    /// Creates a control.
    public init(item: Item, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
}

extension ShareLink where Label == Text {
    /// Creates a control with a title.
    public init(_ title: LocalizedStringKey, item: Item, subject: Text? = nil, message: Text? = nil) {
        label = Text(title)
    }
    /// Creates a control.
    public init(item: Item, subject: Text? = nil, message: Text? = nil) { label = Text(verbatim: "") }
}
