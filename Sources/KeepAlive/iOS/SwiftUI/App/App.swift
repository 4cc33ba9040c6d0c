import Foundation
import KeepAlive

@preconcurrency @MainActor
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() { AppMain.run { AppHost.launch(Self.self) } }
}

@preconcurrency @MainActor
public final class SwiftUIAppDelegate: UIResponder, UIApplicationDelegate {
    /// Creates the app. Called once, when the app's process starts.
    ///
    /// - Returns: the delegate of the app's `@UIApplicationDelegateAdaptor`; without an adaptor, a delegate that does
    ///   nothing.
    public static func of(_ app: (some App).Type) -> any UIApplicationDelegate { AppHost.launch(app) }
}

@preconcurrency @MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
    public let wrappedValue: DelegateType

    public init(_ delegateType: DelegateType.Type = DelegateType.self) {
        wrappedValue = DelegateType()
    }
}

extension UIApplicationDelegateAdaptor: DelegateMaking {
    var delegate: any UIApplicationDelegate { wrappedValue }
}

extension UIApplicationDelegateAdaptor where DelegateType: ObservableObject {
    public var projectedValue: ObservedObject<DelegateType>.Wrapper { ObservedObject.Wrapper(wrappedValue) }
}

/// A property wrapper of an app that creates the app's delegate.
@MainActor
protocol DelegateMaking {
    var delegate: any UIApplicationDelegate { get }
}
