import KeepAlive

/// A part of a control, as a style gets it. The control's own part is shown in its place.
public struct StylePart: View, Part {
    /// It has none.
    public typealias Body = Never

    func parts(_ node: Node) -> [Child] { [] }
}

/// What a toggle is.
public struct ToggleStyleConfiguration {
    /// The label.
    public let label: StylePart
    /// Whether it is on.
    @Binding public var isOn: Bool
}

/// What a label is.
public struct LabelStyleConfiguration {
    /// The title.
    public let title: StylePart
    /// The icon.
    public let icon: StylePart
}

/// What progress is.
public struct ProgressViewStyleConfiguration {
    /// The part that is done, from 0 to 1.
    public let fractionCompleted: Double?
    /// The label.
    public let label: StylePart?
    /// What is said of the value.
    public let currentValueLabel: StylePart?
}

/// What a group is.
public struct GroupBoxStyleConfiguration {
    /// The label.
    public let label: StylePart
    /// The views in it.
    public let content: StylePart
}

/// What a button is, with what it does.
public struct PrimitiveButtonStyleConfiguration {
    /// The purpose.
    public let role: ButtonRole?
    /// The label.
    public let label: StylePart
    let action: () -> Void

    /// Does what the button does.
    public func trigger() { action() }
}
