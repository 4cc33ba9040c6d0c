/// An element on the screen that the user can tap.
@MainActor
package struct Touchable {
    /// The kind of element, as shown to people, such as `button`.
    package let kind: String
    /// The names by which the user or a test refers to the element; the first is the visible one.
    package let names: [String]
    /// False if a tap has no effect.
    package let isEnabled: Bool
    package let tap: () -> Void

    /// Creates an element; `nil` if no name is given, or all names are empty.
    package init?(_ kind: String, _ names: [String?], isEnabled: Bool = true, tap: @escaping () -> Void) {
        let words = names.compactMap { $0 }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return nil }
        self.kind = kind
        self.names = words
        self.isEnabled = isEnabled
        self.tap = tap
    }

    /// Returns a copy of the element, with a closure that runs before the tap.
    func after(_ before: @escaping () -> Void) -> Touchable? {
        Touchable(kind, names, isEnabled: isEnabled) { [tap] in
            before()
            tap()
        }
    }

    /// The element as shown to people, such as `button "Play"`.
    package var description: String { "\(kind) \"\(names[0])\"" }

    /// Returns the element with a given name.
    ///
    /// - Parameter name: one of the element's names in full, or its kind and a name, such as `switch Loud`.
    /// - Throws: ``TouchProblem`` if no element has the name, or several have it, or the element is disabled.
    package static func find(_ name: String, among all: [Touchable]) throws(TouchProblem) -> Touchable {
        let found = all.filter { one in
            one.names.contains { $0 == name || "\(one.kind) \($0)" == name }
        }
        guard let one = found.first else {
            let there = all.map(\.description).joined(separator: ", ")
            throw TouchProblem(
                "nothing on the screen is called \"\(name)\""
                    + (there.isEmpty ? ": there is nothing to tap" : "; there are: \(there)"))
        }
        guard found.count == 1 else {
            throw TouchProblem(
                "\(found.count) things on the screen are called \"\(name)\": "
                    + found.map(\.description).joined(separator: ", ")
                    + (Set(found.map(\.kind)).count == found.count
                        ? "; say which: \"\(found[0].kind) \(name)\"" : "; give them accessibility identifiers"))
        }
        guard one.isEnabled else { throw TouchProblem("the \(one.description) is disabled") }
        return one
    }
}

/// The reason why an element cannot be tapped.
package struct TouchProblem: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// An object that shows content other than UIKit's views.
@MainActor
package protocol TouchHost: AnyObject {
    /// The elements that can be tapped at the moment.
    var touchables: [Touchable] { get }
}
