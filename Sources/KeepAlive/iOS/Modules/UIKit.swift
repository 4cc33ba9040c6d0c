// Apple's UIKit by its name.
@_exported import KeepAliveUIKit
