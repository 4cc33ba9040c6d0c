extension AVPlayer: KeyPathValues {
    package func observedValue(_ name: String) -> Any? {
        switch name {
        case "rate": rate
        case "timeControlStatus": timeControlStatus
        case "status": status
        case "currentItem": currentItem
        default: nil
        }
    }
}

extension AVPlayerItem: KeyPathValues {
    package func observedValue(_ name: String) -> Any? {
        switch name {
        case "status": status
        case "duration": duration
        default: nil
        }
    }
}
