import Foundation
import KeepAlive

extension View {
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        TapView(content: self, count: count, action: action)
    }
    /// Has no effect, unlike on iOS: the user only taps.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View { self }
    /// Has no effect, unlike on iOS: the user only taps.
    public func gesture(_ gesture: some Gesture) -> some View { self }
    /// Has no effect, unlike on iOS: the user only taps.
    public func simultaneousGesture(_ gesture: some Gesture) -> some View { self }
    /// Has no effect, unlike on iOS: the user only taps.
    public func highPriorityGesture(_ gesture: some Gesture) -> some View { self }
    public func allowsHitTesting(_ enabled: Bool) -> some View { self }
    /// Has no effect, unlike on iOS: there is no pointer.
    public func onHover(perform action: @escaping (Bool) -> Void) -> some View { self }
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View { self }
    public func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        self
    }
    public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    public func disableAutocorrection(_ disable: Bool?) -> some View { self }
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View { self }
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
    public func textContentType(_ textContentType: UITextContentType?) -> some View { self }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { self }
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View { self }
    public func swipeActions(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> some View
    ) -> some View { self }
    public func contextMenu(@ViewBuilder menuItems: () -> some View) -> some View { self }
    public func moveDisabled(_ isDisabled: Bool) -> some View { self }
    public func deleteDisabled(_ isDisabled: Bool) -> some View { self }
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View { self }
    public func searchable(text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil)
        -> some View
    { self }
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        changingEnvironment { $0.accessibilityNames.append(identifier) }
    }
    public func accessibilityLabel(_ label: Text) -> some View {
        changingEnvironment { $0.accessibilityNames.append(label.content) }
    }
    public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { accessibilityLabel(Text(key)) }
    @_disfavoredOverload
    public func accessibilityLabel(_ label: some StringProtocol) -> some View { accessibilityLabel(Text(label)) }
    public func accessibilityValue(_ value: Text) -> some View { self }
    public func accessibilityValue(_ key: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> some View { self }
    public func accessibilityHint(_ key: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> some View { self }
    public func accessibilityHint(_ hint: Text) -> some View { self }
    public func accessibilityHidden(_ hidden: Bool) -> some View { self }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
    public func accessibilityAction(_ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void)
        -> some View
    { self }
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View { self }
    public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
    public func accessibilityInputLabels(_ inputLabels: [LocalizedStringKey]) -> some View { self }
    public func preference<Key: PreferenceKey>(key: Key.Type = Key.self, value: Key.Value) -> some View { self }
    /// Has no effect, unlike on iOS: the action is never called.
    public func onPreferenceChange<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, perform action: @escaping (Key.Value) -> Void
    ) -> some View { self }
    /// Has no effect, unlike on iOS: there is no haptic feedback.
    public func sensoryFeedback(_ feedback: SensoryFeedback, trigger: some Equatable) -> some View { self }
}
