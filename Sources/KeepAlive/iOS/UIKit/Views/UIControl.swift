import Foundation

/// A view that the user operates with `ctl touch`, and the app with ``sendActions(for:)``.
open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        public static let touchDragExit = Event(rawValue: 1 << 5)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let normal: State = []
        public static let highlighted = State(rawValue: 1 << 0)
        public static let disabled = State(rawValue: 1 << 1)
        public static let selected = State(rawValue: 1 << 2)
    }

    open var isEnabled = true
    open var isSelected = false
    open var isHighlighted = false
    @WithoutEffect open var contentHorizontalAlignment = ContentHorizontalAlignment.center
    @WithoutEffect open var contentVerticalAlignment = ContentVerticalAlignment.center

    /// The values have no effect, unlike on iOS.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0, left, right, fill, leading, trailing
    }

    /// The values have no effect, unlike on iOS.
    public enum ContentVerticalAlignment: Int, Sendable {
        case center = 0, top, bottom, fill
    }
    private var actions: [(events: Event, call: TargetAction)] = []
    private var closures: [(events: Event, action: UIAction)] = []

    /// Registers a method that is called for events.
    ///
    /// - Parameters:
    ///   - target: the object whose method is called, which is not retained; `nil` for the first responder that has the
    ///     method.
    ///   - action: the method, which takes the control and the event, the control, or no argument.
    ///   - controlEvents: the events.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        // Each pair of target and action is stored once, with all events for which it was registered.
        if let index = actions.firstIndex(where: { $0.call.target != nil && $0.call.is(target, action) }) {
            actions[index].events.formUnion(controlEvents)
        } else {
            actions.append((controlEvents, TargetAction(target, action)))
        }
    }

    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        for index in actions.indices where actions[index].call.is(target, action) {
            actions[index].events.subtract(controlEvents)
        }
        actions.removeAll { $0.events.isEmpty }
    }

    open func addAction(_ action: UIAction, for controlEvents: Event) { closures.append((controlEvents, action)) }

    open func sendActions(for controlEvents: Event) {
        guard isEnabled else { return }
        for (events, call) in actions where !events.isDisjoint(with: controlEvents) {
            guard call.target != nil || call.isForResponders else { continue }
            UIApplication.shared.sendAction(call.action, to: call.target, from: self, for: UIEvent())
        }
        for (events, action) in closures where !events.isDisjoint(with: controlEvents) { action.perform(from: self) }
    }
}

open class UIAction: UIMenuElement {
    public typealias Identifier = UIMenu.Identifier

    public let identifier: Identifier
    open var attributes: Attributes
    open var state: State
    public private(set) var sender: Any?
    private let handler: (UIAction) -> Void

    /// The values have no effect, unlike on iOS.
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let disabled = Attributes(rawValue: 1 << 0)
        public static let destructive = Attributes(rawValue: 1 << 1)
        public static let hidden = Attributes(rawValue: 1 << 2)
    }

    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, discoverabilityTitle: String? = nil,
        attributes: Attributes = [], state: State = .off, handler: @escaping (UIAction) -> Void
    ) {
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title: title, image: image)
    }

    public enum State: Int, Sendable {
        case off
        case on, mixed
    }

    func perform(from sender: Any?) {
        self.sender = sender
        handler(self)
    }
}

open class UIButton: UIControl {
    /// The values have no effect, unlike on iOS.
    public enum ButtonType: Int, Sendable {
        case custom
        case system = 1
        case detailDisclosure, infoLight
        case contactAdd = 5
        case close = 7
    }

    private var titles: [State: String] = [:]
    private var images: [State: UIImage] = [:]
    open var configuration: Configuration? {
        didSet { if let title = configuration?.title { setTitle(title, for: .normal) } }
    }

    /// The title and the look of a button; only the title has an effect, unlike on iOS.
    public struct Configuration {
        public var title: String?
        public var subtitle: String?
        public var attributedTitle: AttributedString? {
            didSet { title = attributedTitle.map { String($0.characters) } }
        }
        public var image: UIImage?
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var imagePadding: CGFloat = 0
        public var titlePadding: CGFloat = 0
        public var contentInsets = NSDirectionalEdgeInsets()
        public var imagePlacement = NSDirectionalRectEdge.leading
        public var showsActivityIndicator = false

        public static func plain() -> Configuration { Configuration() }
        public static func gray() -> Configuration { Configuration() }
        public static func filled() -> Configuration { Configuration() }
        public static func tinted() -> Configuration { Configuration() }
        public static func bordered() -> Configuration { Configuration() }
        public static func borderedProminent() -> Configuration { Configuration() }
    }

    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system, primaryAction: primaryAction)
        self.configuration = configuration
    }

    /// The button's menu; stored, but never opened, unlike on iOS.
    open var menu: UIMenu?
    open var showsMenuAsPrimaryAction = false
    open private(set) lazy var imageView: UIImageView? = UIImageView()
    open private(set) lazy var titleLabel: UILabel? = UILabel()

    public convenience init(type buttonType: ButtonType) { self.init(frame: .zero) }

    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
        guard let primaryAction else { return }
        setTitle(primaryAction.title, for: .normal)
        addAction(primaryAction, for: .touchUpInside)
    }

    open func setTitle(_ title: String?, for state: State) { titles[state] = title }
    open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }
    open func setTitleColor(_ color: UIColor?, for state: State) { withoutEffect(UIButton.self) }
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { titles[state] = title?.string }
    open func setBackgroundImage(_ image: UIImage?, for state: State) { withoutEffect(UIButton.self) }
    /// Always `nil`, unlike on iOS.
    open func titleColor(for state: State) -> UIColor? { nil }
    open var currentImage: UIImage? { image(for: isEnabled ? .normal : .disabled) }
    @WithoutEffect open var contentEdgeInsets = UIEdgeInsets.zero
    @WithoutEffect open var titleEdgeInsets = UIEdgeInsets.zero
    @WithoutEffect open var imageEdgeInsets = UIEdgeInsets.zero
    open func setImage(_ image: UIImage?, for state: State) { images[state] = image }
    open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
    open var currentTitle: String? { title(for: !isEnabled ? .disabled : isSelected ? .selected : .normal) }
}

open class UISwitch: UIControl {
    open var isOn = false
    open var onTintColor: UIColor?
    @WithoutEffect open var thumbTintColor: UIColor? = nil

    open func setOn(_ on: Bool, animated: Bool) { isOn = on }
}

open class UISlider: UIControl {
    open var value: Float = 0
    open var minimumValue: Float = 0
    open var maximumValue: Float = 1
    open var isContinuous = true
    @WithoutEffect open var minimumTrackTintColor: UIColor? = nil
    @WithoutEffect open var maximumTrackTintColor: UIColor? = nil
    @WithoutEffect open var thumbTintColor: UIColor? = nil
    /// Always false, unlike on iOS.
    open var isTracking: Bool { false }
    open func setThumbImage(_ image: UIImage?, for state: State) { withoutEffect(UISlider.self) }

    open func setValue(_ value: Float, animated: Bool) { self.value = min(max(value, minimumValue), maximumValue) }
}

open class UISegmentedControl: UIControl {
    private var titles: [String] = []
    private var disabled: Set<Int> = []
    open var selectedSegmentIndex = -1

    @WithoutEffect open var selectedSegmentTintColor: UIColor? = nil
    open var isMomentary = false
    @WithoutEffect open var apportionsSegmentWidthsByContent = false

    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        if titles.indices.contains(segment) { titles[segment] = title ?? "" }
    }
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        let place = min(max(0, segment), titles.count)
        titles.insert(title ?? "", at: place)
        disabled = Set(disabled.map { $0 >= place ? $0 + 1 : $0 })
        if selectedSegmentIndex >= place { selectedSegmentIndex += 1 }
    }
    open func removeSegment(at segment: Int, animated: Bool) {
        guard titles.indices.contains(segment) else { return }
        titles.remove(at: segment)
        disabled = Set(disabled.filter { $0 != segment }.map { $0 > segment ? $0 - 1 : $0 })
        if selectedSegmentIndex == segment { selectedSegmentIndex = -1 }
        if selectedSegmentIndex > segment { selectedSegmentIndex -= 1 }
    }
    open func removeAllSegments() {
        titles = []
        disabled = []
        selectedSegmentIndex = -1
    }
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
        if enabled { disabled.remove(segment) } else { disabled.insert(segment) }
    }
    open func isEnabledForSegment(at segment: Int) -> Bool { !disabled.contains(segment) }
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) { withoutEffect(UISegmentedControl.self) }
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
        withoutEffect(UISegmentedControl.self)
    }
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) { withoutEffect(UISegmentedControl.self) }

    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        titles = items?.map { "\($0)" } ?? []
    }

    func append(_ title: String) { titles.append(title) }
    open var numberOfSegments: Int { titles.count }
    open func titleForSegment(at segment: Int) -> String? { titles.indices.contains(segment) ? titles[segment] : nil }
}
