import Foundation

/// A choice on wheels. Nobody turns them here: the app may.
open class UIPickerView: UIView {
    /// What it shows.
    open weak var dataSource: (any UIPickerViewDataSource)?
    /// What the app does around it.
    open weak var delegate: (any UIPickerViewDelegate)?
    private var selected: [Int: Int] = [:]

    /// The number of wheels.
    open var numberOfComponents: Int { dataSource?.numberOfComponents(in: self) ?? 0 }
    /// Returns the number of rows of a wheel.
    open func numberOfRows(inComponent component: Int) -> Int {
        dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
    }
    /// Returns the chosen row of a wheel; -1 for none.
    open func selectedRow(inComponent component: Int) -> Int {
        selected[component] ?? (numberOfRows(inComponent: component) > 0 ? 0 : -1)
    }
    /// Chooses a row, without telling the delegate.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) { selected[component] = row }
    /// Has all rows asked for anew. None are shown here.
    open func reloadAllComponents() {}
    /// Has the rows of a wheel asked for anew. None are shown here.
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

/// What wheels show.
@preconcurrency @MainActor
public protocol UIPickerViewDataSource: NSObjectProtocol {
    /// Returns how many wheels there are.
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    /// Returns how many rows a wheel has.
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// What an app does around wheels.
@preconcurrency @MainActor
public protocol UIPickerViewDelegate: NSObjectProtocol {
    /// Returns the words of a row.
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    /// The user has chosen a row; not called here.
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
    /// Returns how high a row is; not asked here.
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
    /// Returns how wide a wheel is; not asked here.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
    /// Returns what a row shows instead of words; not asked here.
    func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView
}

extension UIPickerViewDelegate {
    /// None.
    public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        nil
    }
    /// Nothing to do.
    public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
    /// As high as is usual.
    public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { 32 }
    /// As wide as there is room.
    public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { 0 }
    /// Nothing.
    public func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView { UIView() }
}

/// A date that the user chooses.
open class UIDatePicker: UIControl {
    /// What of a date is chosen.
    public enum Mode: Int, Sendable {
        /// A part of it.
        case time = 0, date, dateAndTime, countDownTimer
    }
    /// How it looks; without effect here.
    public enum Style: Int, Sendable {
        /// In some way.
        case automatic = 0, wheels, compact, inline
    }

    /// The date.
    open var date = Date()
    /// What of it is chosen.
    open var datePickerMode = Mode.dateAndTime
    /// How it looks; kept, and without effect here.
    open var preferredDatePickerStyle = Style.automatic
    /// The first date that may be chosen.
    open var minimumDate: Date?
    /// The last date that may be chosen.
    open var maximumDate: Date?
    /// The minutes between times that may be chosen.
    open var minuteInterval = 1
    /// The seconds that are counted down.
    open var countDownDuration: TimeInterval = 0
    /// The language of its words.
    open var locale: Locale?
    /// The calendar.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var calendar: Calendar! = .current
    /// The time zone; that of the device, where there is none.
    open var timeZone: TimeZone?

    /// Sets the date.
    open func setDate(_ date: Date, animated: Bool) { self.date = date }
}

/// A number that the user makes larger and smaller.
open class UIStepper: UIControl {
    private var number = 0.0
    /// The number, between the least and the greatest.
    open var value: Double {
        get { number }
        set { number = min(max(newValue, minimumValue), maximumValue) }
    }
    /// The least number.
    open var minimumValue = 0.0
    /// The greatest number.
    open var maximumValue = 100.0
    /// By how much it changes.
    open var stepValue = 1.0
    /// True if the least number follows the greatest.
    open var wraps = false
    /// True if it goes on while a finger stays.
    open var autorepeat = true
    /// True if it tells each change, and not the last alone.
    open var isContinuous = true
}

/// Which of several pages is shown.
open class UIPageControl: UIControl {
    /// How many there are.
    open var numberOfPages = 0
    /// Which one is shown, from 0.
    open var currentPage: Int {
        get { page }
        set { page = min(max(0, newValue), max(0, numberOfPages - 1)) }
    }
    private var page = 0
    /// True if a single page has no mark.
    open var hidesForSinglePage = false
    /// The color of the marks; kept, and without effect here.
    open var pageIndicatorTintColor: UIColor?
    /// The color of the mark of the shown page; kept, and without effect here.
    open var currentPageIndicatorTintColor: UIColor?
}

/// A bar with buttons.
open class UIToolbar: UIView {
    /// The buttons.
    open var items: [UIBarButtonItem]?
    /// The color behind it.
    open var barTintColor: UIColor?
    /// True if what is under it is seen.
    open var isTranslucent = true
    /// How it looks; kept, and without effect here.
    open var barStyle = UIBarStyle.default

    /// Sets the buttons.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}

/// How a bar looks; without effect here.
public enum UIBarStyle: Int, Sendable {
    /// As usual.
    case `default` = 0
    /// Dark.
    case black = 1
}
