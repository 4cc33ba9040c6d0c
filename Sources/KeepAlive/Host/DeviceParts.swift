struct DeviceParts {
    var audio: (any AudioOutput)?
    var location: (any LocationSource)?
    mutating func prepare(
        _ configuration: RunConfiguration, manifest: Manifest, loop: EventLoop, record: (TimelineEvent) -> Void
    ) throws {}
    func close() {}
}
package enum AudioDeviceChoice { case auto }
package enum LocationChoice { case auto }
