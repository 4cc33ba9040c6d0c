import Foundation
import KeepAliveModel

/// Finds delegate methods that will never be called, and reports them.
///
/// Without Objective-C, a method is called through the conformance of the class that declares the conformance. A method
/// that only a subclass implements is not part of the conformance: iOS would call it, but Swift on Linux does not.
package enum SubclassCheck {
    /// Reports on standard error each method of a delegate that only a subclass implements.
    ///
    /// Only subclasses of the conforming class are checked, by the symbols of the program. For a stripped program
    /// nothing is reported.
    ///
    /// - Parameters:
    ///   - delegate: the delegate.
    ///   - protocolName: the name of the delegate's protocol.
    ///   - methods: the base names of the methods that are called.
    ///   - conforms: returns whether a class conforms to the protocol.
    package static func warn(
        _ delegate: AnyObject, as protocolName: String, methods: Set<String>, conforms: (AnyClass) -> Bool
    ) {
        for line in complaints(type(of: delegate), protocolName, methods, conforms) { AppProcess.say(line) }
    }

    /// Returns the lines to report.
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
