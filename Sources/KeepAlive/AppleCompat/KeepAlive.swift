// An app imports one module. What stands below Apple's names is a module of its own, because the runner needs none of
// them, and half the memory without all of Foundation.
@_exported import KeepAliveCore
