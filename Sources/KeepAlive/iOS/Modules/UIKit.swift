// Re-exports UIKit under Apple's module name.
@_exported import KeepAliveUIKit
