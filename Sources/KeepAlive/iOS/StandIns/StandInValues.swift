import Foundation
import KeepAlive
import KeepAliveOS

/// A type with an empty value, which stand-ins return.
public protocol KeepAliveStandInValue {
    /// The empty value.
    static var keepAliveEmptyValue: Any { get }
}

extension KeepAliveStandInValue where Self: ExpressibleByIntegerLiteral {
    public static var keepAliveEmptyValue: Any { 0 as Self }
}

extension KeepAliveStandInValue where Self: RangeReplaceableCollection {
    public static var keepAliveEmptyValue: Any { Self() }
}

extension Int: KeepAliveStandInValue {}
extension Int8: KeepAliveStandInValue {}
extension Int16: KeepAliveStandInValue {}
extension Int32: KeepAliveStandInValue {}
extension Int64: KeepAliveStandInValue {}
extension UInt: KeepAliveStandInValue {}
extension UInt8: KeepAliveStandInValue {}
extension UInt16: KeepAliveStandInValue {}
extension UInt32: KeepAliveStandInValue {}
extension UInt64: KeepAliveStandInValue {}
extension Double: KeepAliveStandInValue {}
extension Float: KeepAliveStandInValue {}
extension Decimal: KeepAliveStandInValue {}
extension CGFloat: KeepAliveStandInValue {}
extension Array: KeepAliveStandInValue {}
extension ArraySlice: KeepAliveStandInValue {}
extension String: KeepAliveStandInValue {}
extension Substring: KeepAliveStandInValue {}
extension Data: KeepAliveStandInValue {}

extension Bool: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { false } }
extension Optional: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Self.none as Any } }
extension Dictionary: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Self() } }
extension Set: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Self() } }
extension Date: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Date(timeIntervalSince1970: 0) } }
extension UUID: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { UUID() } }
extension URL: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { URL(fileURLWithPath: "/") } }
extension URLRequest: KeepAliveStandInValue {
    public static var keepAliveEmptyValue: Any { URLRequest(url: URL(fileURLWithPath: "/")) }
}
extension DateComponents: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { DateComponents() } }
extension Calendar: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Calendar.current } }
extension Locale: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Locale.current } }
extension TimeZone: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { TimeZone.current } }
extension IndexPath: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { IndexPath() } }
extension IndexSet: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { IndexSet() } }
extension CGRect: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { CGRect.zero } }
extension CGSize: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { CGSize.zero } }
extension CGPoint: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { CGPoint.zero } }
extension UIEdgeInsets: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { UIEdgeInsets.zero } }
extension Notification.Name: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Self("") } }
extension CharacterSet: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { CharacterSet() } }
extension URLComponents: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { URLComponents() } }
extension Logger: KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { Logger() } }
extension CLLocationCoordinate2D: KeepAliveStandInValue {
    public static var keepAliveEmptyValue: Any { CLLocationCoordinate2D(latitude: 0, longitude: 0) }
}
/// Classes of Apple's whose objects stand-ins return: an extension of a class would be inherited by the app's own
/// subclasses, whose objects these are not.
enum StandInValues {
    static let objects: [ObjectIdentifier: @Sendable () -> Any] = [
        ObjectIdentifier((any CVarArg).self): { NSString() },
        ObjectIdentifier(NSObject.self): { NSObject() },
        ObjectIdentifier(UIView.self): { MainActor.assumeIsolated { UIView() } },
        ObjectIdentifier(UIViewController.self): { MainActor.assumeIsolated { UIViewController() } },
        ObjectIdentifier(UINavigationController.self): { MainActor.assumeIsolated { UINavigationController() } },
        ObjectIdentifier(UITabBarController.self): { MainActor.assumeIsolated { UITabBarController() } },
        ObjectIdentifier(UIWindow.self): { MainActor.assumeIsolated { UIWindow(frame: .zero) } },
        ObjectIdentifier(UISceneConfiguration.self): {
            MainActor.assumeIsolated { UISceneConfiguration(name: nil, sessionRole: .windowApplication) }
        },
        ObjectIdentifier(UIImageView.self): { MainActor.assumeIsolated { UIImageView(frame: .zero) } },
        ObjectIdentifier(UIScrollView.self): { MainActor.assumeIsolated { UIScrollView(frame: .zero) } },
        ObjectIdentifier(UITableView.self): { MainActor.assumeIsolated { UITableView() } },
        ObjectIdentifier(UITableViewCell.self): { MainActor.assumeIsolated { UITableViewCell() } },
        ObjectIdentifier(UITextField.self): { MainActor.assumeIsolated { UITextField(frame: .zero) } },
        ObjectIdentifier(UILabel.self): { MainActor.assumeIsolated { UILabel() } },
        ObjectIdentifier(UIButton.self): { MainActor.assumeIsolated { UIButton() } },
        ObjectIdentifier(UIImage.self): { UIImage() },
        ObjectIdentifier(UIColor.self): { UIColor.clear },
        ObjectIdentifier(UIFont.self): { UIFont.systemFont(ofSize: 17) },
        ObjectIdentifier(URLSession.self): { URLSession.shared },
        ObjectIdentifier(URLSessionConfiguration.self): { URLSessionConfiguration.default },
        ObjectIdentifier(UNUserNotificationCenter.self): { UNUserNotificationCenter.current() },
        ObjectIdentifier(UNMutableNotificationContent.self): { UNMutableNotificationContent() },
        ObjectIdentifier(AVAudioSession.self): { AVAudioSession.sharedInstance() },
        ObjectIdentifier(Bundle.self): { Bundle.main },
        ObjectIdentifier(ProcessInfo.self): { ProcessInfo.processInfo },
        ObjectIdentifier(NSAttributedString.self): { NSAttributedString(string: "") },
        ObjectIdentifier(NSMutableAttributedString.self): { NSMutableAttributedString(string: "") },
        ObjectIdentifier(UserDefaults.self): { UserDefaults.standard },
        ObjectIdentifier(NotificationCenter.self): { NotificationCenter.default },
        ObjectIdentifier(FileManager.self): { FileManager.default },
        ObjectIdentifier(DispatchQueue.self): { DispatchQueue.main },
        ObjectIdentifier(OperationQueue.self): { OperationQueue() },
        ObjectIdentifier(JSONDecoder.self): { JSONDecoder() },
        ObjectIdentifier(JSONEncoder.self): { JSONEncoder() },
        ObjectIdentifier(DateFormatter.self): { DateFormatter() },
        ObjectIdentifier(CLLocation.self): { CLLocation(latitude: 0, longitude: 0) },
        ObjectIdentifier(CLLocationManager.self): { CLLocationManager() },
    ]
}
