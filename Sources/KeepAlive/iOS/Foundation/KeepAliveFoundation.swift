// Importing this module also imports Foundation, as importing UIKit does on iOS.
@_exported import Foundation
@_exported import KeepAliveRuntime
// Apple's Foundation re-exports Observation, too.
@_exported import Observation
#if canImport(FoundationNetworking)
    // For URLRequest and other types. Of the two URLSession classes, an app that imports this module sees this
    // module's.
    @_exported import FoundationNetworking
#endif
