import FoundationEssentials
import KeepAliveFormats
import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

    @Test("values of each kind are read, and written as they were")
    func roundTrip() throws {
        for text in [
            "null", "true", "false", "0", "-0", "1.0", "-1.5e+300", "1E2", "12345678901234567890123", #""""#,
            #""a\"\\b""#, #""\u0000\n""#, "[]", "{}", #"[1,[true,{"a":null}],"x"]"#, #"{"a":{"b":[]},"c":1}"#,
            #""ü€😀""#,
        ] {
            #expect(try parse(text).text == text)
            #expect(try parse(" \t\r\n" + text + "\n ").text == text)
        }
        #expect(try parse(#"{ "b" : 1 , "a" : [ 1 , 2 ] }"#) == ["a": [1, 2], "b": 1])
        #expect(try parse(#""\u00fc\ud83d\ude00\/\b\f\t""#) == .string("ü😀/\u{8}\u{C}\t"))
        #expect(try parse(#"{"a":1,"a":2}"#) == ["a": 2])
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "nul", "True", "01", "-", "1.", ".5", "+1", "1e", "NaN", "'a'", #""a"#, #""\x""#, #""\u12""#,
            #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "\"\n\"", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{a:1}",
            "{\"a\"}", "{1:2}", "[", "{", "]", "1 2", "{} {}", "/**/1", "\u{FEFF}1", "\u{0}",
        ])
    func refused(text: String) {
        #expect(throws: JSONValue.SyntaxError.self) { try parse(text) }
    }

    @Test("what a terminal takes for a command is escaped in what is written, and read as it was")
    func controls() throws {
        let text = "\u{7}\u{1b}]0;a\u{7f}\u{9d}0;pwn\u{9c}\u{a0}é"
        let written = [JSONValue.string(text).text, try JSONText.line(["name": text]), try JSONText.pretty([text])]
        for line in written {
            let isPlain = line.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.value >= 0x20 && !$0.isControlOfTerminals
            }
            #expect(isPlain, "\(line)")
            #expect(line.contains("\u{a0}é"))
        }
        #expect(try parse(written[0]).string == text)
        #expect(try JSONDecoder().decode([String].self, from: Data(written[2].utf8)) == [text])
    }

    @Test("bytes that are not UTF-8 are refused")
    func encoding() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: bytes) }
        }
    }

    @Test("nesting is limited, at the limit and beyond")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try parse(nested(JSONValue.maximumDepth + 1)).array?.count == 1)
        #expect(throws: JSONValue.SyntaxError.self) { try parse(nested(JSONValue.maximumDepth + 2)) }
        #expect(throws: JSONValue.SyntaxError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONValue.SyntaxError.self) { try parse(String(repeating: "{\"\":", count: 1_000_000)) }
    }

    @Test("a long text is read in one pass, whatever it is made of, and unfolds to no more than it has")
    func size() throws {
        let many = 1 << 17
        for (part, first, last): (String, String, String) in [
            ("0,", "[", "0]"), ("[],", "[", "[]]"), (#""a":1,"#, "{", #""a":2}"#), (#"\u0061"#, "\"", "\""),
            (#"\""#, "\"", "\""), ("1", "", ""), ("0", "1e", "1"), (" ", "", "1"),
        ] {
            let value = try parse(first + String(repeating: part, count: many) + last)
            switch value {
            case .array(let elements): #expect(elements.count == many + 1)
            case .object(let members): #expect(members == ["a": 2])
            case .string(let text): #expect(text.utf8.count == many)
            // Nothing ends the process: the number is beyond every type.
            default: #expect(value.int == nil || value.int == 1)
            }
        }
    }

    @Test("a value is asked for its members, and becomes a type that knows them")
    func access() throws {
        struct Parameters: Codable, Equatable { var seconds: Double, name: String? }
        let value: JSONValue = ["seconds": 1.5, "name": "x", "on": true, "list": [1, 2]]
        #expect(value["seconds"]?.double == 1.5)
        #expect(value["seconds"]?.int == nil)
        #expect(value["list"]?.array?.first?.int == 1)
        #expect(value["name"]?.string == "x")
        #expect(value["on"]?.bool == true)
        #expect(value["nothing"] == nil)
        #expect(value["name"]?["deeper"] == nil)
        #expect(try value.decoded(as: Parameters.self) == Parameters(seconds: 1.5, name: "x"))
        #expect(throws: DecodingError.self) { try JSONValue.object([:]).decoded(as: Parameters.self) }
        #expect(try JSONValue(encoding: Parameters(seconds: 2, name: nil)) == ["seconds": 2])
        #expect(try JSONValue(encoding: [value]) == [value])
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.nan) }
    }
}
