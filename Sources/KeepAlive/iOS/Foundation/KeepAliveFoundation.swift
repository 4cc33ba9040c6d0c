// Importing this module also imports Foundation, as importing UIKit does on iOS.
@_exported import Foundation
@_exported import KeepAliveRuntime
// Apple's Foundation also re-exports Observation.
@_exported import Observation
#if canImport(FoundationNetworking)
    // Re-exported for URLRequest and other types. An app that imports KeepAliveFoundation sees the URLSession of
    // KeepAliveFoundation, not that of FoundationNetworking.
    @_exported import FoundationNetworking
#endif
