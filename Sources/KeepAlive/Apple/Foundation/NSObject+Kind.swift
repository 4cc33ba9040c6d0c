import Foundation

extension SelectorPerforming {
    /// Returns whether it is of a class, or of one below it.
    public func isKind(of aClass: AnyClass) -> Bool {
        var current: AnyClass? = type(of: self)
        while let type = current {
            if type == aClass { return true }
            current = _getSuperclass(type)
        }
        return false
    }

    /// Returns whether it is of a class itself.
    public func isMember(of aClass: AnyClass) -> Bool { type(of: self) == aClass }
}
