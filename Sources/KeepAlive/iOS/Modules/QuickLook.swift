// Apple's QuickLook by its name.
@_exported import KeepAliveQuickLook
