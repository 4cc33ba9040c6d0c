// Apple's CoreLocation by its name.
@_exported import KeepAliveCoreLocation
