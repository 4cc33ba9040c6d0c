import Foundation
import KeepAliveModel

/// Finds delegate methods that will never be called, and reports them.
///
/// Without Objective-C, a method is called through the conformance of the class that declares it. A method that only a
/// subclass implements is not part of the conformance: iOS would call it, Swift on Linux does not.
package enum SubclassCheck {
    /// Reports each such method of a delegate on standard error.
    ///
    /// The check is made only for subclasses, in the symbols of the program. A stripped program gives no reports.
    ///
    /// - Parameters:
    ///   - delegate: the object.
    ///   - protocolName: the name of the delegate's protocol.
    ///   - conforms: returns whether a class conforms to it.
    ///   - methods: the base names of the methods that are called.
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
