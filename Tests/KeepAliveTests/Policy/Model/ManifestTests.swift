import FoundationEssentials
import KeepAliveFormats
import Testing

@testable import KeepAlivePolicy

@Suite struct ManifestTests {
    static func xml(_ body: String) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(body)\n</plist>\n".utf8)
    }

    static func decode(_ body: String) throws -> Manifest {
        try ManifestDecoder.decode(xml(body), path: "Info.plist")
    }

    @Test func everyKeyOfThePolicy() throws {
        let manifest = try Self.decode(
            """
            <dict>
              <key>CFBundleIdentifier</key><string>org.example.walk</string>
              <key>UIBackgroundModes</key><array><string>audio</string><string>location</string></array>
              <key>NSLocationWhenInUseUsageDescription</key><string>to show where you walk</string>
              <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>org.example.refresh</string></array>
              <key>UIApplicationSceneManifest</key><dict/>
              <key>MinimumOSVersion</key><string>thirteen</string>
              <key>CFBundleDocumentTypes</key><array><dict>
                <key>CFBundleTypeName</key><string>Track</string>
                <key>LSHandlerRank</key><string>Owner</string>
                <key>LSItemContentTypes</key><array><string>com.topografix.gpx</string></array>
                <key>CFBundleTypeIconFiles</key><array><string>track.png</string><string>track@2x.png</string></array>
              </dict></array>
              <key>SomethingElse</key><date>2026-01-01T00:00:00Z</date>
            </dict>
            """)
        #expect(manifest.bundleIdentifier == "org.example.walk")
        #expect(manifest.backgroundModes == [.audio, .location])
        #expect(manifest.usageDescriptions[Manifest.whenInUseUsageKey] == "to show where you walk")
        #expect(manifest.permittedTaskIdentifiers == ["org.example.refresh"])
        #expect(manifest.adoptsScenes)
        #expect(
            manifest.documentTypes
                == [
                    .init(
                        name: "Track", handlerRank: "Owner", contentTypes: ["com.topografix.gpx"],
                        iconFiles: ["track.png", "track@2x.png"])
                ])
        #expect(manifest.warnings.isEmpty)
    }

    @Test("the content type of documents as a text, as in a shipped app")
    func oneContentType() throws {
        let manifest = try Self.decode(
            """
            <dict><key>CFBundleDocumentTypes</key><array><dict>
              <key>LSItemContentTypes</key><string>org.example.pill</string>
            </dict></array></dict>
            """)
        #expect(manifest.documentTypes.map(\.contentTypes) == [["org.example.pill"]])
    }

    @Test("SD-70: types that an app declares, with one tag or several; what it says of its documents and scenes")
    func declaredTypes() throws {
        let manifest = try Self.decode(
            """
            <dict>
              <key>UTExportedTypeDeclarations</key><array><dict>
                <key>UTTypeIdentifier</key><string>org.example.sketch</string>
                <key>UTTypeConformsTo</key><array><string>public.image</string><string>public.data</string></array>
                <key>UTTypeTagSpecification</key><dict>
                  <key>public.filename-extension</key><array><string>sketch</string><string>skt</string></array>
                  <key>public.mime-type</key><string>image/x-sketch</string>
                </dict>
              </dict></array>
              <key>UTImportedTypeDeclarations</key><array><dict>
                <key>UTTypeIdentifier</key><string>org.other.note</string>
                <key>UTTypeConformsTo</key><string>public.text</string>
              </dict></array>
              <key>LSSupportsOpeningDocumentsInPlace</key><true/>
              <key>UIFileSharingEnabled</key><true/>
              <key>UIApplicationSceneManifest</key><dict><key>UIApplicationSupportsMultipleScenes</key><true/></dict>
            </dict>
            """)
        #expect(
            manifest.declaredTypes == [
                UniformType(
                    "org.example.sketch", conformsTo: ["public.image", "public.data"], suffixes: ["sketch", "skt"],
                    mimeTypes: ["image/x-sketch"]),
                UniformType("org.other.note", conformsTo: ["public.text"]),
            ])
        #expect(manifest.opensDocumentsInPlace && manifest.sharesDocuments && manifest.supportsMultipleScenes)
    }

    @Test func binary() throws {
        struct App: Encodable {
            var CFBundleIdentifier = "org.example.binary"
            var UIBackgroundModes = ["voip"]
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let manifest = try ManifestDecoder.decode(Array(encoder.encode(App())), path: "b.plist")
        #expect(manifest.bundleIdentifier == "org.example.binary")
        #expect(manifest.backgroundModes == [.voip])
    }

    @Test("BM-01: every value of the list is known", arguments: BackgroundMode.allCases)
    func modes(mode: BackgroundMode) throws {
        let manifest = try Self.decode(
            "<dict><key>UIBackgroundModes</key><array><string>\(mode.rawValue)</string></array></dict>")
        #expect(manifest.backgroundModes == [mode])
    }

    @Test("BM-01: a misspelled mode is a warning with the nearest name")
    func misspelled() throws {
        for (given, meant) in [
            ("loction", "location"), ("Audio", "audio"), ("bluetooth_central", "bluetooth-central"),
            ("remote-notifications", "remote-notification"),
        ] {
            let manifest = try Self.decode(
                "<dict><key>UIBackgroundModes</key><array><string>\(given)</string></array></dict>")
            #expect(manifest.backgroundModes.isEmpty)
            #expect(manifest.warnings.count == 1)
            #expect(manifest.warnings.first?.contains("did you mean '\(meant)'?") == true)
        }
    }

    @Test("an identifier that Xcode would fill in is none, and is told of")
    func placeholder() throws {
        let manifest = try Self.decode(
            "<dict><key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string></dict>")
        #expect(manifest.bundleIdentifier == Manifest().bundleIdentifier)
        #expect(manifest.warnings.first?.contains("$(PRODUCT_BUNDLE_IDENTIFIER), which Xcode fills in") == true)
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        var content: String
        var message: String
        var testDescription: String { message }
    }

    static let bad: [Bad] = [
        Bad(content: "", message: "the file is empty"),
        Bad(content: "hello", message: "not a property list"),
        Bad(content: "<plist>\n<dict>\n<key>a</key>\n</dict></plist>", message: "line 3: <key> has no value"),
        Bad(
            content: "<plist>\n<dict>\n<key>a</key>\n<string>x</strin>\n</dict></plist>",
            message: "line 4: </strin> is not a tag of a property list"
        ),
        Bad(
            content: "<plist>\n<dict>\n<key>a</key>\n<array>\n</dict></plist>",
            message: "line 5: </dict> closes <array>, which was opened on line 4"),
        Bad(content: "<plist>\n<dict>\n", message: "line 2: <dict> is never closed"),
        Bad(content: "<plist><array/></plist>", message: "the root is not a dictionary"),
        Bad(
            content: "<plist><dict><key>UIBackgroundModes</key><string>audio</string></dict></plist>",
            message: "key UIBackgroundModes: expected <array> of <string>, found <string>"),
        Bad(
            content: "<plist><dict><key>UIBackgroundModes</key><array><true/></array></dict></plist>",
            message: "key UIBackgroundModes[0]: expected <string>, found <true/>"),
        Bad(
            content: "<plist><dict><key>UTExportedTypeDeclarations</key><array><dict/></array></dict></plist>",
            message: "UTExportedTypeDeclarations[0]: UTTypeIdentifier is missing"),
        Bad(
            content: "<plist><dict><key>CFBundleDocumentTypes</key><dict/></dict></plist>",
            message: "key CFBundleDocumentTypes: expected <array>, found <dict>"),
        Bad(
            content: """
                <plist><dict><key>UIApplicationSceneManifest</key><dict><key>UIApplicationSupportsMultipleScenes</key>\
                <string>yes</string></dict></dict></plist>
                """, message: "key UIApplicationSupportsMultipleScenes: expected <true/> or <false/>, found <string>"),
        Bad(content: "bplist00garbage", message: "damaged binary property list"),
        Bad(content: "bplist00\u{1}\u{2}\u{3}", message: "Info.plist: "),
    ]

    @Test("a bad file is an error with path and line or key", arguments: bad)
    func badFiles(bad: Bad) throws {
        let error = #expect(throws: KeepAliveError.self) {
            _ = try ManifestDecoder.decode(Array(bad.content.utf8), path: "Info.plist")
        }
        #expect(error?.code == .manifest)
        #expect(error?.description.hasPrefix("Info.plist: ") == true)
        #expect(error?.description.contains(bad.message) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test("a deep file is refused before a parser can overflow its stack", arguments: ["array", "dict"])
    func deep(tag: String) {
        let open = tag == "dict" ? "<dict><key>k</key>" : "<array>"
        for depth in [65, 10_000, 100_000] {
            let body =
                "<dict><key>a</key>" + String(repeating: open, count: depth)
                + String(repeating: "</\(tag)>", count: depth) + "</dict>"
            let error = #expect(throws: KeepAliveError.self) { _ = try Self.decode(body) }
            #expect(error?.description.contains("nested deeper than 64 levels") == true)
        }
    }

    @Test(
        "no spelling of a tag hides its depth, and no comment counts",
        arguments: [
            "<array >", "<array\n>", "<array a='b'>", "<!--</array></array>--><array>", "<?x > <!-- ?><array>",
            "<?x <array/> ?><array>", "<!--><![CDATA[--><array>", "<!--> --><array>", "<?><array/>?><array>",
        ])
    func hiddenDepth(open: String) throws {
        func body(_ depth: Int) -> String {
            "<dict><key>a</key>" + String(repeating: open, count: depth)
                + String(repeating: "</array>", count: depth) + "</dict>"
        }
        let error = #expect(throws: KeepAliveError.self) { _ = try Self.decode(body(20_000)) }
        let refusals = ["nested deeper than 64 levels", "<?> is no instruction"]
        #expect(refusals.contains { error?.description.contains($0) == true }, "\(error?.description ?? "")")
        let comment = "<!--" + String(repeating: "<array>", count: 100) + "-->"
        #expect(throws: Never.self) { _ = try Self.decode("<dict><key>a</key>\(comment)<array/></dict>") }
    }

    @Test("UTF-16 and a byte-order mark are read")
    func encodings() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<plist><dict><key>CFBundleIdentifier</key><string>é</string></dict></plist>"
        let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.replacing("UTF-16", with: "UTF-8").utf8)
        for bytes: [UInt8] in [little, big, marked] {
            #expect(try ManifestDecoder.decode(bytes, path: "u.plist").bundleIdentifier == "é")
        }
    }

    @Test("--modes location takes the usage strings as given")
    func declaring() {
        var manifest = Manifest()
        manifest.declare([.location])
        #expect(manifest.backgroundModes == [.location])
        #expect(manifest.usageDescriptions[Manifest.whenInUseUsageKey] != nil)
    }

    @Test func versions() {
        #expect(IOSVersion(parsing: "12.4") == IOSVersion(12, 4))
        #expect(IOSVersion(parsing: "26") == IOSVersion(26, 0))
        #expect(IOSVersion(parsing: "12.4.1") == IOSVersion(12, 4))
        for bad in ["", "x", "12.", ".4", "12.4.1.1", "-1", "99999"] { #expect(IOSVersion(parsing: bad) == nil) }
        #expect(IOSVersion(9, 3) < IOSVersion(13, 0))
    }
}
