// Re-exports QuickLook under Apple's module name.
@_exported import KeepAliveQuickLook
