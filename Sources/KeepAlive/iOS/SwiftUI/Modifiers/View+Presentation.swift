import Foundation
import KeepAlive

extension View {
    private func presenting(
        _ isPresented: Binding<Bool>, isQuestion: Bool = false, _ content: @escaping () -> some View
    ) -> some View {
        Holder(
            self,
            isPresented.wrappedValue
                ? [
                    Child(content(), key: "presented", covers: true) {
                        $0.isPresented = true
                        $0.dismiss = DismissAction { isPresented.wrappedValue = false }
                        if isQuestion { $0.endsQuestion = { isPresented.wrappedValue = false } }
                    }
                ] : [])
    }

    /// Shows an alert or dialog until the user taps one of its buttons.
    private func asking(
        _ isPresented: Binding<Bool>, isDialog: Bool = false, _ content: @escaping () -> some View
    ) -> some View {
        presenting(isPresented, isQuestion: true) { QuestionView(content: content(), isDialog: isDialog) }
    }

    private func presenting<Item: Identifiable>(
        _ item: Binding<Item?>, isQuestion: Bool = false, _ content: @escaping (Item) -> some View
    ) -> some View {
        Holder(
            self,
            item.wrappedValue.map { value in
                [
                    Child(content(value), key: AnyHashable(value.id), covers: true) {
                        $0.isPresented = true
                        $0.dismiss = DismissAction { item.wrappedValue = nil }
                        if isQuestion { $0.endsQuestion = { item.wrappedValue = nil } }
                    }
                ]
            } ?? [])
    }

    public func sheet(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        presenting(isPresented) { content().onDisappear(perform: onDismiss) }
    }

    public func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View {
        presenting(item) { content($0).onDisappear(perform: onDismiss) }
    }

    public func fullScreenCover(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        presenting(isPresented) { content().onDisappear(perform: onDismiss) }
    }

    public func fullScreenCover<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View {
        presenting(item) { content($0).onDisappear(perform: onDismiss) }
    }

    public func popover(
        isPresented: Binding<Bool>, arrowEdge: Edge = .top, @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        presenting(isPresented, content)
    }

    public func popover<Item: Identifiable>(
        item: Binding<Item?>, arrowEdge: Edge = .top, @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View {
        presenting(item, content)
    }

    public func alert(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View
    ) -> some View {
        asking(isPresented, actions)
    }

    @_disfavoredOverload
    public func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View
    ) -> some View {
        asking(isPresented, actions)
    }

    public func alert(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View
    ) -> some View {
        asking(isPresented) {
            Group {
                message(); actions()
            }
        }
    }

    @_disfavoredOverload
    public func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View
    ) -> some View {
        asking(isPresented) {
            Group {
                message(); actions()
            }
        }
    }

    public func alert<Value>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Value?,
        @ViewBuilder actions: @escaping (Value) -> some View, @ViewBuilder message: @escaping (Value) -> some View
    ) -> some View {
        asking(isPresented) { Group { if let data { message(data); actions(data) } } }
    }

    public func alert<Value>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Value?,
        @ViewBuilder actions: @escaping (Value) -> some View
    ) -> some View {
        asking(isPresented) { Group { if let data { actions(data) } } }
    }

    public func alert(
        isPresented: Binding<Bool>, error: (some LocalizedError)?, @ViewBuilder actions: @escaping () -> some View
    ) -> some View {
        asking(isPresented, actions)
    }

    public func confirmationDialog<Value>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: Value?, @ViewBuilder actions: @escaping (Value) -> some View
    ) -> some View {
        asking(isPresented, isDialog: true) { Group { if let data { actions(data) } } }
    }

    @_disfavoredOverload
    public func confirmationDialog(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View
    ) -> some View {
        asking(isPresented, isDialog: true, actions)
    }

    public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> some View {
        asking(isPresented) { content() }
    }

    public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
        presenting(item, isQuestion: true) { content($0) }
    }

    public func confirmationDialog(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View
    ) -> some View {
        asking(isPresented, isDialog: true, actions)
    }

    public func confirmationDialog(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View, @ViewBuilder message: @escaping () -> some View
    ) -> some View {
        asking(isPresented, isDialog: true) {
            Group {
                message(); actions()
            }
        }
    }

    public func actionSheet(isPresented: Binding<Bool>, content: @escaping () -> ActionSheet) -> some View {
        asking(isPresented) { content() }
    }

    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
    public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
    public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View { self }
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
}

public struct Alert: View, Part {
    public typealias Body = Never

    public struct Button {
        let label: Text
        let action: (() -> Void)?

        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, action: action)
        }
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, action: action)
        }
        public static func cancel(_ action: (() -> Void)? = {}) -> Button {
            Button(label: Text(verbatim: "Cancel"), action: action)
        }
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, action: action)
        }
        /// A button that only closes the alert.
        static var ok: Button { Button(label: Text(verbatim: "OK"), action: nil) }
    }

    private let title: Text
    private let message: Text?
    private let buttons: [Button]

    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        self.init(title, message, [dismissButton ?? .ok])
    }

    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        self.init(title, message, [primaryButton, secondaryButton])
    }

    init(_ title: Text, _ message: Text?, _ buttons: [Button]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }

    func parts(_ node: Node) -> [Child] {
        [title, message].compactMap { $0 }.map { Child($0) }
            + buttons.map { button in
                Child(
                    KeepAliveSwiftUI.Button {
                        button.action?()
                    } label: {
                        button.label
                    })
            }
    }
}

public struct ActionSheet: View, Part {
    public typealias Body = Never

    public typealias Button = Alert.Button

    private let alert: Alert

    public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {
        alert = Alert(title, message, buttons)
    }

    func parts(_ node: Node) -> [Child] { [Child(alert)] }
}

public struct PresentationDetent: Hashable, Sendable {
    private let height: CGFloat

    public static let medium = PresentationDetent(height: 0.5)
    public static let large = PresentationDetent(height: 1)
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { PresentationDetent(height: fraction) }
    public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(height: height) }
}
