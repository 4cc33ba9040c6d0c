// An app imports one module. The code below Apple's names is a module of its own: the runner does not need the names,
// and takes half the memory without all of Foundation.
// Foundation comes with it, as it does with UIKit.
import KeepAlivePolicy
@_exported import Foundation
// Apple's Foundation passes it on, too.
@_exported import Observation
#if canImport(FoundationNetworking)
    // URLRequest and its like; of URLSession, an app that imports this module sees this module's.
    @_exported import FoundationNetworking
#endif
@_exported import KeepAlivePolicy
