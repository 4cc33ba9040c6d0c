import KeepAlive

public struct StylePart: View, Part {
    public typealias Body = Never

    func parts(_ node: Node) -> [Child] { [] }
}

public struct ToggleStyleConfiguration {
    public let label: StylePart
    @Binding public var isOn: Bool
}

public struct LabelStyleConfiguration {
    public let title: StylePart
    public let icon: StylePart
}

public struct ProgressViewStyleConfiguration {
    public let fractionCompleted: Double?
    public let label: StylePart?
    public let currentValueLabel: StylePart?
}

public struct GroupBoxStyleConfiguration {
    public let label: StylePart
    public let content: StylePart
}

public struct PrimitiveButtonStyleConfiguration {
    public let role: ButtonRole?
    public let label: StylePart
    let action: () -> Void

    public func trigger() { action() }
}
