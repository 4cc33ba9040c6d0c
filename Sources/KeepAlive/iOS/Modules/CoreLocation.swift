// Re-exports CoreLocation under Apple's module name.
@_exported import KeepAliveCoreLocation
