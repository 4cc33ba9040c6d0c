// An app imports one module. What stands below Apple's names is a module of its own, because the runner needs none of
// them, and half the memory without all of Foundation.
// Foundation comes along, as it does with UIKit.
import KeepAlivePolicy
@_exported import Foundation
@_exported import KeepAlivePolicy
