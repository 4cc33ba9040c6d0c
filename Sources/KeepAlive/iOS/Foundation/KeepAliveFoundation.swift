// Foundation comes with it, as it does with UIKit.
@_exported import Foundation
@_exported import KeepAliveRuntime
// Apple's Foundation passes it on, too.
@_exported import Observation
#if canImport(FoundationNetworking)
    // URLRequest and its like; of URLSession, an app that imports this module sees this module's.
    @_exported import FoundationNetworking
#endif
