import Foundation

/// A picker. Unlike on iOS, only the app selects rows, not the user.
open class UIPickerView: UIView {
    open weak var dataSource: (any UIPickerViewDataSource)?
    open weak var delegate: (any UIPickerViewDelegate)?
    private var selected: [Int: Int] = [:]

    open var numberOfComponents: Int { dataSource?.numberOfComponents(in: self) ?? 0 }
    open func numberOfRows(inComponent component: Int) -> Int {
        dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
    }
    open func selectedRow(inComponent component: Int) -> Int {
        selected[component] ?? (numberOfRows(inComponent: component) > 0 ? 0 : -1)
    }
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) { selected[component] = row }
    /// Has no effect, unlike on iOS: no rows are shown.
    open func reloadAllComponents() {}
    /// Has no effect, unlike on iOS: no rows are shown.
    open func reloadComponent(_ component: Int) {}

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        switch name {
        case "dataSource": dataSource = value as? any UIPickerViewDataSource
        case "delegate": delegate = value as? any UIPickerViewDelegate
        default: return super.setInterfaceOutlet(name, to: value)
        }
        return true
    }
}

@preconcurrency @MainActor
public protocol UIPickerViewDataSource: NSObjectProtocol {
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

@preconcurrency @MainActor
public protocol UIPickerViewDelegate: NSObjectProtocol {
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    /// Never called, unlike on iOS.
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
    /// Never called, unlike on iOS.
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
    /// Never called, unlike on iOS.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
    /// Never called, unlike on iOS.
    func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView
}

extension UIPickerViewDelegate {
    public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        nil
    }
    public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
    public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { 32 }
    public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { 0 }
    public func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView { UIView() }
}

open class UIDatePicker: UIControl {
    public enum Mode: Int, Sendable {
        case time = 0, date, dateAndTime, countDownTimer
    }
    /// The values have no effect, unlike on iOS.
    public enum Style: Int, Sendable {
        case automatic = 0, wheels, compact, inline
    }

    open var date = Date()
    open var datePickerMode = Mode.dateAndTime
    @WithoutEffect open var preferredDatePickerStyle = Style.automatic
    open var minimumDate: Date?
    open var maximumDate: Date?
    open var minuteInterval = 1
    open var countDownDuration: TimeInterval = 0
    open var locale: Locale?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var calendar: Calendar! = .current
    open var timeZone: TimeZone?

    open func setDate(_ date: Date, animated: Bool) { self.date = date }
}

open class UIStepper: UIControl {
    private var number = 0.0
    open var value: Double {
        get { number }
        set { number = min(max(newValue, minimumValue), maximumValue) }
    }
    open var minimumValue = 0.0
    open var maximumValue = 100.0
    open var stepValue = 1.0
    open var wraps = false
    open var autorepeat = true
    open var isContinuous = true
}

open class UIPageControl: UIControl {
    open var numberOfPages = 0
    open var currentPage: Int {
        get { page }
        set { page = min(max(0, newValue), max(0, numberOfPages - 1)) }
    }
    private var page = 0
    open var hidesForSinglePage = false
    @WithoutEffect open var pageIndicatorTintColor: UIColor? = nil
    @WithoutEffect open var currentPageIndicatorTintColor: UIColor? = nil
}

open class UIToolbar: UIView {
    open var items: [UIBarButtonItem]?
    open var barTintColor: UIColor?
    open var isTranslucent = true
    @WithoutEffect open var barStyle = UIBarStyle.default

    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}

/// The values have no effect, unlike on iOS.
public enum UIBarStyle: Int, Sendable {
    case `default`, black
}
