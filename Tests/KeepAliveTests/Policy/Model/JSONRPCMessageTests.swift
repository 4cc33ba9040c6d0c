import KeepAliveFormats
import Testing

@testable import KeepAlivePolicy

@Suite struct JSONRPCMessageTests {
    private struct Unforeseen: Error {}

    private func answer(_ line: String) -> String? {
        do throws(JSONRPCMessage.Malformed) {
            return try JSONRPCMessage(parsing: line.utf8).answered(by: Self.handle)?.text
        } catch {
            return error.isNotification ? nil : error.answer.text
        }
    }

    private static func handle(_ method: String, _ parameters: JSONValue) throws -> any Encodable {
        switch method {
        case "echo": return parameters
        case "seconds": return try parameters.decoded(as: [Double].self)
        case "nothing": return JSONValue.null
        case "infinite": return Double.infinity
        case "refuse": throw KeepAliveError(.usage, "not now", remedy: "Later")
        case "break": throw Unforeseen()
        default: throw JSONRPCError.methodNotFound(method)
        }
    }

    private func expect(_ line: String, _ code: Int, id: JSONValue = .null) {
        let answer = answer(line).flatMap { try? JSONValue(parsing: $0.utf8) }
        #expect(answer?["error"]?["code"]?.int == code, "\(line)")
        #expect(answer?["id"] == id, "\(line)")
    }

    @Test(
        "the id comes back as it was",
        arguments: ["1", "-7", "1.0", "1e2", "12345678901234567890", "\"a\"", "\"\"", "\"ü\\n\"", "null"])
    func ids(id: String) {
        #expect(
            answer(#"{"jsonrpc":"2.0","id":\#(id),"method":"echo","params":[1]}"#)
                == #"{"id":\#(id),"jsonrpc":"2.0","result":[1]}"#)
    }

    @Test("parameters are an object, an array, or nothing")
    func parameters() {
        #expect(
            answer(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"b":1,"a":"x"}}"#)
                == #"{"id":1,"jsonrpc":"2.0","result":{"a":"x","b":1}}"#)
        #expect(
            answer(#"{"jsonrpc":"2.0","id":1,"method":"echo"}"#) == #"{"id":1,"jsonrpc":"2.0","result":null}"#)
        #expect(
            answer(#"{"jsonrpc":"2.0","id":1,"method":"seconds","params":[1.5]}"#)
                == #"{"id":1,"jsonrpc":"2.0","result":[1.5]}"#)
    }

    @Test("each kind of error has its code, with the id where there is one")
    func errors() {
        let head = #"{"jsonrpc":"2.0","id":1,"method":"#
        expect("garbage", -32700)
        expect(#"{"jsonrpc":"2.0","id":1,"method":"ec"#, -32700)
        expect("[]", -32600)
        expect("[\(head)\"echo\"}]", -32600)
        expect("1", -32600)
        expect("{}", -32600)
        expect(#"{"id":1,"method":"echo"}"#, -32600, id: 1)
        expect(#"{"jsonrpc":2.0,"id":1,"method":"echo"}"#, -32600, id: 1)
        expect(#"{"jsonrpc":"2.0","id":1}"#, -32600, id: 1)
        expect(head + "5}", -32600, id: 1)
        expect(#"{"jsonrpc":"2.0","id":[1],"method":"echo"}"#, -32600)
        expect(head + #""missing"}"#, -32601, id: 1)
        expect(head + #""echo","params":5}"#, -32602, id: 1)
        expect(head + #""seconds","params":["x"]}"#, -32602, id: 1)
        expect(head + #""infinite"}"#, -32603, id: 1)
        expect(head + #""break"}"#, -32603, id: 1)
        expect(head + #""refuse"}"#, -32000, id: 1)
        #expect(answer(head + #""refuse"}"#)?.contains("not now. Later") == true)
    }

    @Test("a notification gets no answer, not even of its failure")
    func notifications() {
        for method in ["echo", "missing", "break"] {
            #expect(answer(#"{"jsonrpc":"2.0","method":"\#(method)"}"#) == nil)
        }
    }

    @Test("answers are read, too")
    func answers() throws {
        #expect(try JSONRPCMessage(parsing: #"{"jsonrpc":"2.0","id":7,"result":[1]}"#.utf8) == .result([1], id: 7))
        #expect(
            try JSONRPCMessage(parsing: #"{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no"}}"#.utf8)
                == .failure(JSONRPCError(code: -1, "no"), id: 7))
        #expect(
            try JSONRPCMessage(parsing: #"{"jsonrpc":"2.0","id":7,"result":[1]}"#.utf8).answered(by: Self.handle) == nil
        )
    }
}
