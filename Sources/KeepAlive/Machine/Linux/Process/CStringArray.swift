import KeepAlivePolicy

/// A NULL-terminated array of C strings that lives as long as this object.
final class CStringArray {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [RawText]) {
        count = strings.count
        pointer = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() {
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.bytes.count + 1)
            for (place, byte) in string.bytes.enumerated() { copy[place] = CChar(bitPattern: byte) }
            copy[string.bytes.count] = 0
            pointer[index] = copy
        }
        pointer[count] = nil
    }

    deinit {
        for index in 0..<count { pointer[index]?.deallocate() }
        pointer.deallocate()
    }
}
