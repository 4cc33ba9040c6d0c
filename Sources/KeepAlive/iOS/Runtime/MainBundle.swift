import Foundation
import KeepAliveModel

/// Adds the keys of the app's Info.plist to `Bundle.main`, where an app expects them.
///
/// On Linux, Foundation reads an Info.plist beside the program into a dictionary of Core Foundation. The keys are added
/// to that dictionary, as `Bundle` itself cannot be changed.
package enum MainBundle {
    /// Adds the keys of an Info.plist, and the app's bundle identifier.
    ///
    /// - Parameters:
    ///   - path: the path of the Info.plist; `nil` for none. If it cannot be read, no keys are added: the system has
    ///     already reported the error.
    ///   - identifier: the app's bundle identifier, with the variables of the build settings resolved; `nil` for none.
    package static func adopt(infoPlist path: String?, identifier: String?) {
        #if os(Linux)
            guard let information = CFBundleGetInfoDictionary(CFBundleGetMainBundle()) else { return }
            if let path, let content = FileManager.default.contents(atPath: path) { add(content, to: information) }
            if let identifier { set("CFBundleIdentifier", identifier, in: information) }
        #endif
    }
}

#if os(Linux)
    extension MainBundle {
        private static func add(_ content: Data, to information: OpaquePointer) {
            let bytes = [UInt8](content)
            guard let data = CFDataCreate(nil, bytes, bytes.count) else { return }
            defer { CFRelease(data) }
            guard let list = CFPropertyListCreateWithData(nil, data, 0, nil, nil) else { return }
            defer { CFRelease(list) }
            guard CFGetTypeID(list) == CFDictionaryGetTypeID() else { return }
            let count = CFDictionaryGetCount(list)
            var keys = [OpaquePointer?](repeating: nil, count: count)
            var values = keys
            CFDictionaryGetKeysAndValues(list, &keys, &values)
            for (key, value) in zip(keys, values) { CFDictionarySetValue(information, key, value) }
        }

        private static func set(_ key: String, _ value: String, in information: OpaquePointer) {
            guard let key = CFStringCreateWithCString(nil, key, utf8),
                let value = CFStringCreateWithCString(nil, value, utf8)
            else { return }
            CFDictionarySetValue(information, key, value)
            CFRelease(key)
            CFRelease(value)
        }

        /// The value of `kCFStringEncodingUTF8`.
        private static let utf8: UInt32 = 0x0800_0100
    }

    // Functions of Core Foundation, which Foundation on Linux contains without declaring them for Swift.
    @_silgen_name("CFBundleGetMainBundle") private func CFBundleGetMainBundle() -> OpaquePointer?
    @_silgen_name("CFBundleGetInfoDictionary")
    private func CFBundleGetInfoDictionary(_ bundle: OpaquePointer?) -> OpaquePointer?
    @_silgen_name("CFDataCreate")
    private func CFDataCreate(_ allocator: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int)
        -> OpaquePointer?
    @_silgen_name("CFPropertyListCreateWithData")
    private func CFPropertyListCreateWithData(
        _ allocator: OpaquePointer?, _ data: OpaquePointer?, _ options: UInt, _ format: UnsafeMutableRawPointer?,
        _ error: UnsafeMutableRawPointer?
    ) -> OpaquePointer?
    @_silgen_name("CFGetTypeID") private func CFGetTypeID(_ value: OpaquePointer?) -> UInt
    @_silgen_name("CFDictionaryGetTypeID") private func CFDictionaryGetTypeID() -> UInt
    @_silgen_name("CFDictionaryGetCount") private func CFDictionaryGetCount(_ dictionary: OpaquePointer?) -> Int
    @_silgen_name("CFDictionaryGetKeysAndValues")
    private func CFDictionaryGetKeysAndValues(
        _ dictionary: OpaquePointer?, _ keys: UnsafeMutablePointer<OpaquePointer?>?,
        _ values: UnsafeMutablePointer<OpaquePointer?>?)
    @_silgen_name("CFDictionarySetValue")
    private func CFDictionarySetValue(_ dictionary: OpaquePointer?, _ key: OpaquePointer?, _ value: OpaquePointer?)
    @_silgen_name("CFStringCreateWithCString")
    private func CFStringCreateWithCString(
        _ allocator: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ encoding: UInt32
    ) -> OpaquePointer?
    @_silgen_name("CFRelease") private func CFRelease(_ value: OpaquePointer?)
#endif
