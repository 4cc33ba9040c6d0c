import Foundation

/// Applies the attributes of an element to a view: texts, states and numbers, but not the look.
@MainActor
enum InterfaceValues {
    static func fill(_ view: UIView, _ element: InterfaceElement) {
        view.tag = Int(element["tag"] ?? "") ?? 0
        view.isHidden = element.flag("hidden") ?? false
        view.alpha = element["alpha"].flatMap(Double.init).map { CGFloat($0) } ?? 1
        view.isUserInteractionEnabled = element.flag("userInteractionEnabled") ?? view.isUserInteractionEnabled
        if let rect = element.all("rect").first(where: { $0["key"] == "frame" }) { view.frame = frame(rect) }
        if let words = element.first("accessibility") {
            view.accessibilityLabel = words["label"]
            view.accessibilityIdentifier = words["identifier"]
        }
        if let control = view as? UIControl {
            control.isEnabled = element.flag("enabled") ?? true
            control.isSelected = element.flag("selected") ?? false
        }
        switch view {
        case let label as UILabel: label.text = text(element)
        case let button as UIButton: fill(button, element)
        case let field as UITextField:
            field.text = element["text"] ?? ""
            field.placeholder = element["placeholder"]
        case let view as UITextView: view.text = text(element) ?? ""
        case let view as UIImageView: view.image = element["image"].flatMap { UIImage(named: $0) }
        case let toggle as UISwitch: toggle.isOn = element.flag("on") ?? false
        case let slider as UISlider:
            slider.minimumValue = number("minValue", element) ?? 0
            slider.maximumValue = number("maxValue", element) ?? 1
            slider.value = number("value", element) ?? 0
        case let choice as UISegmentedControl:
            for segment in element.first("segments")?.children ?? [] { choice.append(segment["title"] ?? "") }
            choice.selectedSegmentIndex = Int(element["selectedSegmentIndex"] ?? "") ?? 0
        case let bar as UIProgressView: bar.progress = number("progress", element) ?? 0
        case let indicator as UIActivityIndicatorView:
            indicator.hidesWhenStopped = element.flag("hidesWhenStopped") ?? false
            if element.flag("animating") == true { indicator.startAnimating() }
        case let cell as UITableViewCell:
            cell.reuseIdentifier = element["reuseIdentifier"]
        default: break
        }
    }

    private static func fill(_ button: UIButton, _ element: InterfaceElement) {
        let states: [String: UIControl.State] = [
            "normal": .normal, "highlighted": .highlighted, "disabled": .disabled, "selected": .selected,
        ]
        for state in element.all("state") {
            guard let meant = states[state["key"] ?? ""], let title = words("title", state) else { continue }
            button.setTitle(title, for: meant)
        }
        // Since iOS 15, a button's title may be in its configuration.
        if let configuration = element.first("buttonConfiguration"), let title = words("title", configuration) {
            button.setTitle(title, for: .normal)
        }
    }

    /// Returns the text of a property; `nil` if there is none. The file has the text in an attribute, or in a child
    /// element if the text is attributed or has several lines.
    static func words(_ key: String, _ element: InterfaceElement) -> String? {
        element[key] ?? element.all("string").first { $0["key"] == key }?.text
            ?? element.first("attributedString")?.first("fragment")?["content"]
    }

    private static func text(_ element: InterfaceElement) -> String? { words("text", element) }

    private static func number(_ key: String, _ element: InterfaceElement) -> Float? {
        element[key].flatMap(Float.init)
    }

    private static func frame(_ rect: InterfaceElement) -> CGRect {
        let values = ["x", "y", "width", "height"].map { rect[$0].flatMap(Double.init) ?? 0 }
        return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    /// The control events, by their names in Interface Builder files.
    static let events: [String: UIControl.Event] = [
        "touchDown": .touchDown, "touchUpInside": .touchUpInside, "touchUpOutside": .touchUpOutside,
        "touchCancel": .touchCancel, "valueChanged": .valueChanged, "primaryActionTriggered": .primaryActionTriggered,
        "editingDidBegin": .editingDidBegin, "editingChanged": .editingChanged, "editingDidEnd": .editingDidEnd,
    ]
}
