import NIOCore
import NIOHPACK
import NIOHTTP2
import PushExchange

/// One request of a provider: an HTTP/2 stream.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let core: ServerCore
    private let connection: ProviderConnection
    private var headers: HPACKHeaders?
    private var body = ByteBuffer()
    private var deadline: Scheduled<Void>?
    private var isAnswered = false

    init(_ core: ServerCore, _ connection: ProviderConnection) {
        self.core = core
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let others = connection.requests else { return context.close(promise: nil) }
        connection.requests = others + 1
        core.requests += 1
        core.makeRoomForRequests()
        let channel = context.channel
        // A request of which a part never comes, and an answer that is never taken.
        deadline = context.eventLoop.scheduleTask(in: core.limits.patience) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        guard let requests = connection.requests, requests > 0 else { return }
        connection.requests = requests - 1
        core.requests -= 1
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        switch unwrapInboundIn(data) {
        case .headers(let frame):
            // Trailers say nothing here.
            if headers == nil { headers = frame.headers }
            if frame.endStream { handle(context) }
        case .data(let frame):
            guard case .byteBuffer(var bytes) = frame.data else { return }
            // What is too large by now is read no further.
            if body.readableBytes <= PushRequest.bodyMax { body.writeBuffer(&bytes) }
            if frame.endStream { handle(context) }
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func handle(_ context: ChannelHandlerContext) {
        connection.touch()
        let headers = headers ?? [:]
        let fields = headers.map { (name: $0.name, value: $0.value) }
        guard !core.isShuttingDown else { return answer(.shutdown, PushRequest.id(of: fields), context) }
        let request: PushRequest
        do throws(Refusal) {
            request = try PushRequest(
                method: headers.first(name: ":method") ?? "", path: headers.first(name: ":path") ?? "",
                headers: fields, body: Array(buffer: body))
        } catch { return answer(error, PushRequest.id(of: fields), context) }
        body.clear()
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        connection.provider(headers.first(name: "authorization")).whenComplete { result in
            let (handler, context) = bound.value
            handler.answer(result, to: request, context)
        }
    }

    private func answer(
        _ provider: Result<Provider, any Error>, to request: PushRequest, _ context: ChannelHandlerContext
    ) {
        do throws(Refusal) {
            guard case .success(let provider) = provider else {
                if case .failure(let error as Refusal) = provider { throw error }
                throw .serviceUnavailable
            }
            let fate = try core.accept(request, from: provider)
            core.log.detail("200 \(request.id) to \(request.topic ?? "the app"): \(fate.rawValue)")
            answer(status: 200, id: request.id, body: nil, context)
        } catch { answer(error, request.id, context) }
    }

    private func answer(_ refusal: Refusal, _ id: String?, _ context: ChannelHandlerContext) {
        core.log.detail("\(refusal.status) \(id ?? "without an apns-id"): \(refusal.reason)")
        answer(status: refusal.status, id: id, body: refusal.body, context)
    }

    private func answer(status: Int, id: String?, body: String?, _ context: ChannelHandlerContext) {
        guard !isAnswered, context.channel.isActive else { return }
        isAnswered = true
        var headers: HPACKHeaders = [":status": "\(status)"]
        if let id { headers.add(name: "apns-id", value: id) }
        guard let body else {
            return context.writeAndFlush(
                wrapOutboundOut(.headers(.init(headers: headers, endStream: true))), promise: nil)
        }
        headers.add(name: "content-type", value: "application/json")
        context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
        context.writeAndFlush(
            wrapOutboundOut(.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true))), promise: nil)
    }
}
