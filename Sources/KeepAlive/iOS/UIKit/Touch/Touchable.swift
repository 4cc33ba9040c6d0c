/// Something on the screen that the user can tap.
@MainActor
package struct Touchable {
    /// What it is, for people: `button`.
    package let kind: String
    /// The words by which the user, or a test, knows it: the first is what is seen.
    package let names: [String]
    /// False if a tap does nothing.
    package let isEnabled: Bool
    /// Does what a tap does.
    package let tap: () -> Void

    /// Creates one; `nil` if nothing tells it from others.
    package init?(_ kind: String, _ names: [String?], isEnabled: Bool = true, tap: @escaping () -> Void) {
        let words = names.compactMap { $0 }.filter { !$0.isEmpty }
        guard !words.isEmpty else { return nil }
        self.kind = kind
        self.names = words
        self.isEnabled = isEnabled
        self.tap = tap
    }

    /// Returns the same with something that is done before.
    func after(_ before: @escaping () -> Void) -> Touchable? {
        Touchable(kind, names, isEnabled: isEnabled) { [tap] in
            before()
            tap()
        }
    }

    /// It, for people: `button "Play"`.
    package var description: String { "\(kind) \"\(names[0])\"" }

    /// Returns the one of a name among those that are on the screen.
    ///
    /// - Parameter name: a word by which it is known, wholly; also behind its kind: `switch Loud`.
    /// - Throws: ``TouchProblem`` if there is none, or several, or one that is disabled.
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

/// The reason why nothing is tapped.
package struct TouchProblem: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Shows something besides views of UIKit.
@MainActor
package protocol TouchHost: AnyObject {
    /// What can be tapped of it now.
    var touchables: [Touchable] { get }
}
