import Foundation

public typealias SystemSoundID = UInt32
public let kSystemSoundID_Vibrate: SystemSoundID = 0xFFF

/// Plays no sound, unlike on iOS.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) { AppContext.current.note(.systemSound) }

/// Plays no sound and does not vibrate, unlike on iOS.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) { AppContext.current.note(.systemSound) }

/// Plays no sound, unlike on iOS; the block is called at once.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    AppContext.current.note(.systemSound)
    AppContext.current.perform(on: nil) { inCompletionBlock?() }
}

/// Sets the ID for the sound of a file. Unlike on iOS, all files get the same ID.
///
/// - Returns: 0, for no error.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    outSystemSoundID.pointee = 1000
    return 0
}

/// Disposes of a sound ID; has no effect, unlike on iOS.
///
/// - Returns: 0, for no error.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus { 0 }
