/// An element on the screen that the user can tap.
@MainActor
package struct Touchable {
    /// The kind of element, such as `button`, as `ctl` and error messages name it.
    package let kind: String
    /// The names by which a user or a test refers to the element. The first one is the visible name.
    package let names: [String]
    /// False if the element is disabled and cannot be tapped.
    package let isEnabled: Bool
    package let tap: () -> Void

    /// Creates an element; `nil` if it has no name that is not empty.
    package init?(_ kind: String, _ names: [String?], isEnabled: Bool = true, tap: @escaping () -> Void) {
        let words = names.compactMap { $0 }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return nil }
        self.kind = kind
        self.names = words
        self.isEnabled = isEnabled
        self.tap = tap
    }

    /// Returns a copy of the element. A tap of the copy first calls `before`. `nil` never occurs, as the element has a
    /// name.
    func after(_ before: @escaping () -> Void) -> Touchable? {
        Touchable(kind, names, isEnabled: isEnabled) { [tap] in
            before()
            tap()
        }
    }

    /// The element as messages name it: `button "Play"`.
    package var description: String { "\(kind) \"\(names[0])\"" }

    /// Returns the enabled element with a given name.
    ///
    /// - Parameter name: one of the element's names in full, or the element's kind and a name, such as `switch Loud`.
    /// - Throws: ``TouchProblem`` if no element has the name, several have it, or the element is disabled.
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

/// An object that has content other than UIKit's views.
@MainActor
package protocol TouchHost: AnyObject {
    /// The elements that the user can tap now.
    var touchables: [Touchable] { get }
}
