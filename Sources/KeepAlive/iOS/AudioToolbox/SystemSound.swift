import Foundation

public typealias SystemSoundID = UInt32
public let kSystemSoundID_Vibrate: SystemSoundID = 0xFFF

/// Plays a short sound; nobody hears it here.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) { AppContext.current.note(.systemSound) }

/// Plays a short sound, or shakes the device; nobody hears it here.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) { AppContext.current.note(.systemSound) }

/// Plays a short sound; the block is called at once, as nobody hears it here.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    AppContext.current.note(.systemSound)
    AppContext.current.perform(on: nil) { inCompletionBlock?() }
}

/// Makes a number for a short sound of a file. All files have the same number here.
///
/// - Returns: 0, for no error.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    outSystemSoundID.pointee = 1000
    return 0
}

/// Gives a number back.
///
/// - Returns: 0, for no error.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus { 0 }
