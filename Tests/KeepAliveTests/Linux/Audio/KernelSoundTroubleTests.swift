import Glibc
import Testing

@testable import KeepAlivePolicy

extension KernelSoundTests {
    /// Devices that are busy, unplugged, or whose driver is loaded anew.
    @Suite("Trouble", .serialized) struct Trouble {
        /// A card that can be taken away and brought back.
        struct Card: Sendable, CustomTestStringConvertible {
            var name: String
            var driver: String
            var device: String
            var pcm: String
            var testDescription: String { pcm }

            /// Beside us: the kernel waits until everybody has closed it.
            func unplug(_ world: AudioWorld) throws -> Client {
                try world.client(["sh", "-c", "echo \(device) > /sys/bus/\(driver)/unbind"])
            }

            /// When it has gone.
            func plug(_ world: AudioWorld, after unplugging: Client) throws {
                #expect(world.loop.run(until: { unplugging.hasEnded }, timeout: .seconds(20)))
                try KernelSound.run("sh", "-c", "echo \(device) > /sys/bus/\(driver)/bind")
            }
        }

        static let dummy = Card(
            name: "Dummy", driver: "platform/drivers/snd_dummy", device: "snd_dummy.0", pcm: "hw:Dummy")
        static let intel = Card(
            name: "Intel", driver: "pci/drivers/snd_hda_intel", device: intelAddress, pcm: "hw:Intel")

        /// Where the HDA controller sits on the PCI bus.
        private static var intelAddress: String {
            guard let directory = opendir("/sys/bus/pci/drivers/snd_hda_intel") else { return "" }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name.contains(":") { return name }
            }
            return ""
        }

        private func playing(_ pcm: String) throws -> AudioWorld {
            let world = try AudioWorld(.named(pcm))
            try world.output.prepare()
            world.output.start()
            #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(20)))
            return world
        }

        @Test(
            "An unplugged card is told at once, and plays again when it is back",
            arguments: [
                dummy, intel, Card(name: "Intel", driver: intel.driver, device: intel.device, pcm: "plug:dmix:Intel"),
            ])
        func unplugged(card: Card) throws {
            let world = try playing(card.pcm)
            let start = world.loop.now
            let unplugging = try card.unplug(world)
            #expect(world.loop.run(until: { !world.stalls.isEmpty }, timeout: .seconds(20)))
            print(card.pcm, "told after", (world.loop.now - start).inSeconds, "s:", world.stalls)
            let before = world.playedSeconds
            try card.plug(world, after: unplugging)
            #expect(world.run(until: { $0.playedSeconds > before }, timeout: .seconds(12)))
            #expect(world.stalls.count == 1)
            #expect(world.notes.contains { $0.contains("flows again") })
            print(card.pcm, "again after", (world.loop.now - start).inSeconds, "s")
        }

        @Test("A driver can be unloaded while we wait for it, and its device plays again when it is loaded")
        func reloaded() throws {
            let world = try playing("hw:Dummy")
            let unplugging = try Self.dummy.unplug(world)
            #expect(world.loop.run(until: { !world.stalls.isEmpty && unplugging.hasEnded }, timeout: .seconds(20)))
            // Nothing of ours holds the module.
            try KernelSound.run("rmmod", "snd_dummy")
            world.pass(.milliseconds(300))
            let before = world.playedSeconds
            try KernelSound.run("insmod", "/run/keepalive-vm/modules/snd-dummy.ko", "pcm_substreams=8")
            #expect(world.run(until: { $0.playedSeconds > before }, timeout: .seconds(12)))
            #expect(world.stalls.count == 1)
        }

        @Test("A busy device is told, taken when it is free, and left to others when we stop")
        func busy() throws {
            let world = try AudioWorld(.named("hw:Intel"))
            let player = try world.client(["aplay", "-q", "-D", "hw:Intel", "-t", "raw", "-f", "cd", "/dev/zero"])
            #expect(
                world.loop.run(until: { KernelSound.hardwarePointer(card: "Intel") ?? 0 > 0 }, timeout: .seconds(20)))
            try world.output.prepare()
            world.output.start()
            #expect(world.loop.run(until: { !world.stalls.isEmpty }, timeout: .seconds(20)))
            #expect(world.stalls.first?.contains("busy") == true, "\(world.stalls)")
            world.pass(.seconds(1))
            #expect(world.playedSeconds == 0)
            player.end()
            #expect(world.run(until: { $0.playedSeconds > 0 }, timeout: .seconds(8)))
            world.output.stop()
            // A closed substream has no pointer.
            #expect(KernelSound.hardwarePointer(card: "Intel") == nil)
        }

        @Test("A hundred rounds of unplugging leave no descriptor behind")
        func rounds() throws {
            let world = try playing("hw:Dummy")
            let before = KernelSound.openDescriptors
            for _ in 0..<100 {
                let stalls = world.stalls.count
                let unplugging = try Self.dummy.unplug(world)
                #expect(world.loop.run(until: { world.stalls.count > stalls }, timeout: .seconds(20)))
                let played = world.playedSeconds
                try Self.dummy.plug(world, after: unplugging)
                #expect(world.run(until: { $0.playedSeconds > played }, timeout: .seconds(12)))
            }
            #expect(world.stalls.count == 100)
            #expect(KernelSound.openDescriptors == before)
        }
    }
}
