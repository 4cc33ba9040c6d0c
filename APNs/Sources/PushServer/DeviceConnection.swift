import Foundation
import NIOCore
import PushExchange

/// Cuts what a device sends into lines.
struct LineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// A line that is too long.
    struct TooLong: Error {}

    /// The longest line, in bytes; our choice.
    static let lineMax = 64 * 1024

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else {
            guard buffer.readableBytes <= Self.lineMax else { throw TooLong() }
            return .needMoreData
        }
        let length = end - buffer.readerIndex
        guard length <= Self.lineMax, let line = buffer.readSlice(length: length) else { throw TooLong() }
        buffer.moveReaderIndex(forwardBy: 1)
        context.fireChannelRead(wrapInboundOut(line))
        return .continue
    }
}

/// The connection of a device: it registers its apps, takes pushes, and confirms them. JSON-RPC 2.0, a message a line.
final class DeviceConnection: ChannelInboundHandler, DeviceLink {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private struct Message: Decodable {
        struct Parameters: Decodable {
            var device: String?
            var topic: String?
            var instance: String?
            var number: Int?
            var reachable: Bool?
            var temporary: Bool?
            var value: Bool?
        }

        var id: Int?
        var method: String
        var params: Parameters?
    }

    /// A request that is not fulfilled.
    private struct Complaint: Error {
        var code: Int
        var message: String
    }

    private struct Token: Encodable { var token: String }

    private let core: ServerCore
    private let channel: any Channel
    private var device: String?
    private var isTemporary = false

    init(_ core: ServerCore, _ channel: any Channel) {
        self.core = core
        self.channel = channel
    }

    /// The longest name of a device, an app's topic or an activity, in bytes; our choice.
    private static let nameMax = 255

    func handlerAdded(context: ChannelHandlerContext) { core.devices += 1 }

    func handlerRemoved(context: ChannelHandlerContext) {
        core.devices -= 1
        guard let device else { return }
        core.exchange.disconnect(device, self)
        core.log.detail("\(device) is away")
        if isTemporary { core.forgetTemporaryDevicesLater() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let line = unwrapInboundIn(data)
        guard !line.readableBytesView.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
        let message: Message
        do {
            message = try JSONDecoder().decode(Message.self, from: Data(line.readableBytesView))
        } catch {
            write(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this is no message"}}"#)
            return
        }
        do throws(Complaint) {
            let result = try fulfil(message)
            if let id = message.id { write("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(result)}") }
        } catch {
            guard let id = message.id else { return }
            let text = Self.json(error.message)
            write("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"error\":{\"code\":\(error.code),\"message\":\(text)}}")
        }
    }

    // MARK: What a device asks

    private func fulfil(_ message: Message) throws(Complaint) -> String {
        let parameters = message.params ?? .init()
        switch message.method {
        case "connect":
            guard device == nil else { throw Complaint(code: -32600, message: "this connection has a device") }
            let name = try Self.name(parameters.device, "device")
            device = name
            isTemporary = parameters.temporary ?? false
            let isReachable = parameters.reachable ?? true
            core.exchange.connect(name, self, isReachable: isReachable, at: Date())
            core.log.detail("\(name) is there\(isReachable ? "" : ", without a network")")
            return Self.json(["epoch": core.epoch])
        case "reachable":
            guard let device, let value = parameters.value else {
                throw Complaint(code: -32602, message: "'reachable' needs a 'value', and 'connect' before it")
            }
            core.exchange.reach(device, self, value, at: Date())
            core.log.detail("\(device) \(value ? "has a network" : "has no network")")
            return "{}"
        case "register":
            guard let token = core.exchange.register(try registration(parameters), at: Date()) else {
                throw Complaint(code: -32000, message: "there are too many tokens")
            }
            return Self.json(Token(token: token.description))
        case "unregister":
            core.exchange.unregister(try registration(parameters), at: Date())
            return "{}"
        case "received":
            guard let device, let number = parameters.number else {
                throw Complaint(code: -32602, message: "'received' needs the 'number' of a push")
            }
            core.exchange.confirm(number, from: device, at: Date())
            return "{}"
        default: throw Complaint(code: -32601, message: "there is no method '\(message.method)'")
        }
    }

    private func registration(_ parameters: Message.Parameters) throws(Complaint) -> TokenRegistry.Registration {
        guard let device else { throw Complaint(code: -32600, message: "'connect' comes first") }
        return TokenRegistry.Registration(
            device: device, topic: try Self.name(parameters.topic, "topic"),
            instance: try parameters.instance.map { text throws(Complaint) in try Self.name(text, "instance") },
            isTemporary: isTemporary)
    }

    private static func name(_ text: String?, _ what: String) throws(Complaint) -> String {
        guard let text, !text.isEmpty, text.utf8.count <= nameMax, text.allSatisfy({ !$0.isNewline }) else {
            throw Complaint(code: -32602, message: "'\(what)' is to be a text of 1 to \(nameMax) bytes")
        }
        return text
    }

    // MARK: What a device gets

    private struct Pushed: Encodable {
        var number: Int
        var id: String
        var topic: String
        var type: String?
        var priority: Int
        var collapseID: String?
        /// As it came. It is a text here, so that a payload that is not quite JSON spoils no message.
        var payload: String
    }

    func send(_ push: Push, number: Int) {
        let pushed = Self.json(
            Pushed(
                number: number, id: push.id, topic: push.topic, type: push.type?.rawValue, priority: push.priority,
                collapseID: push.collapseID, payload: String(decoding: push.payload, as: UTF8.self)))
        write("{\"jsonrpc\":\"2.0\",\"method\":\"push\",\"params\":\(pushed)}")
    }

    func close() { channel.close(promise: nil) }

    private func write(_ line: String) {
        var buffer = channel.allocator.buffer(capacity: line.utf8.count + 1)
        buffer.writeString(line)
        buffer.writeInteger(UInt8(ascii: "\n"))
        channel.writeAndFlush(buffer, promise: nil)
    }

    private static func json(_ value: some Encodable) -> String {
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
