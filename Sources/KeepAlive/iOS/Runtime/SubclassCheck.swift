import Foundation
import KeepAliveModel

/// Finds delegate methods that will never be called, and reports them.
///
/// Without Objective-C, optional methods are called through the protocol conformance. A method that only a subclass of
/// the conforming class implements is not part of the conformance: iOS calls it, Swift on Linux does not.
package enum SubclassCheck {
    /// Reports on standard error each method of a delegate that only a subclass of the conforming class implements.
    ///
    /// The symbols of the program say which methods a class implements. In a stripped program nothing is reported.
    ///
    /// - Parameters:
    ///   - delegate: the delegate.
    ///   - protocolName: the name of the delegate's protocol.
    ///   - methods: the base names of the protocol's methods.
    ///   - conforms: returns true if a class conforms to the protocol.
    package static func warn(
        _ delegate: AnyObject, as protocolName: String, methods: Set<String>, conforms: (AnyClass) -> Bool
    ) {
        for line in complaints(type(of: delegate), protocolName, methods, conforms) { AppProcess.say(line) }
    }

    /// Returns a line for each method that will never be called.
    package static func complaints(
        _ type: AnyClass, _ protocolName: String, _ methods: Set<String>, _ conforms: (AnyClass) -> Bool
    ) -> [String] {
        var subclasses: [AnyClass] = []
        var current: AnyClass = type
        while let above = _getSuperclass(current), conforms(above) {
            subclasses.append(current)
            current = above
        }
        guard !subclasses.isEmpty else { return [] }
        let known = DeclaredMethods.of(current) ?? []
        return subclasses.flatMap { subclass in
            (DeclaredMethods.of(subclass) ?? []).subtracting(known).sorted()
                .filter { signature in methods.contains { signature.hasPrefix("\($0)(") } }
                .map { signature in
                    "\(subclass) implements \(signature), and \(current), which declares \(protocolName), does not: on "
                        + "Linux it is never called. Build with the plug-in KeepAliveSources, or implement it in "
                        + "\(current), and override it in \(subclass)"
                }
        }
    }
}
