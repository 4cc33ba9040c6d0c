import Foundation

extension SelectorPerforming {
    public func isKind(of aClass: AnyClass) -> Bool {
        var current: AnyClass? = type(of: self)
        while let type = current {
            if type == aClass { return true }
            current = _getSuperclass(type)
        }
        return false
    }

    public func isMember(of aClass: AnyClass) -> Bool { type(of: self) == aClass }
}
