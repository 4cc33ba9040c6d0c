import KeepAliveFormats
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Kinds of files, and the apps that are offered them (SD-70).
@Suite struct UniformTypeTests {
    private let system = UniformTypes.systemDeclared

    @Test("a type conforms to all that its types conform to; an unknown one is data")
    func conformance() {
        #expect(
            system.closure(of: "public.Python-script") == [
                "public.python-script", "public.shell-script", "public.script", "public.source-code",
                "public.plain-text", "public.text",
                "public.data", "public.content", "public.item",
            ])
        #expect(system.closure(of: "org.example.unknown") == ["org.example.unknown", "public.data", "public.item"])
        #expect(!system.closure(of: "com.apple.rtfd").contains("public.data"), "a package is a directory")
    }

    @Test("a name has the type of its longest suffix that is known")
    func suffixes() {
        #expect(system.type(ofFile: "a.PDF") == "com.adobe.pdf")
        #expect(system.type(ofFile: "a.b.tar.gz") == "org.gnu.gnu-zip-tar-archive")
        #expect(system.type(ofFile: "a.b.gz") == "org.gnu.gnu-zip-archive")
        #expect(system.type(ofFile: "README") == nil)
        #expect(system.type(ofFile: "page.webarchive") == "com.apple.webarchive")
        #expect(system.type(ofMIMEType: "Image/JPEG") == "public.jpeg")
    }

    @Test("every type of the table conforms to types of the table, in the end to an item or to content")
    func table() {
        for identifier in [
            "com.adobe.pdf", "public.heic", "public.geojson", "com.apple.m4v-video", "com.apple.log",
            "public.zip-archive", "com.apple.webarchive",
        ] {
            let closure = system.closure(of: identifier)
            #expect(closure.contains("public.item") && closure.contains("public.data"), "\(identifier): \(closure)")
        }
    }

    @Test("types that apps declare are known, and replace none of the system's")
    func declared() {
        let types = system.adding([
            UniformType("org.example.sketch", conformsTo: ["public.image"], suffixes: ["sketch", "png"]),
            UniformType("public.png", conformsTo: ["public.text"]),
        ])
        #expect(types.type(ofFile: "a.sketch") == "org.example.sketch")
        #expect(types.closure(of: "org.example.sketch").contains("public.image"))
        #expect(types.type(ofFile: "a.png") == "public.png")
        #expect(!types.closure(of: "public.png").contains("public.text"))
    }

    @Test("shared-mime-info adds the types that Apple does not declare, below those that it does")
    func sharedMimeInfo() throws {
        let info = SharedMimeInfo(
            globs: """
                # a comment
                50:text/x-dsl:*.dsl
                50:text/x-lilypond:*.ly
                50:application/pdf:*.pdf
                50:application/x-foo+bar:*.foo:cs
                50:text/x-makefile:makefile
                50:application/x-odd:*.[0-9]
                50:image/x-tga:*.tga
                50:image/x-nikon-nef:*.nef
                50:application/xml:*.xsd
                50:application/pgp-keys:*.key
                80:application/x-iwork-keynote-sffkey:*.key
                """,
            subclasses: """
                text/x-dsl application/xml
                image/x-nikon-nef image/x-dcraw
                application/x-foo+bar text/x-dsl
                """)
        let types = system.adding(info.types(besides: system))
        #expect(types.type(ofFile: "a.pdf") == "com.adobe.pdf")
        #expect(types.type(ofFile: "a.dsl") == "dyn.text-x-dsl")
        #expect(types.closure(of: "dyn.text-x-dsl").isSuperset(of: ["public.xml", "public.text", "public.data"]))
        #expect(types.type(ofFile: "a.foo") == "dyn.application-x-foo-bar")
        #expect(types.closure(of: "dyn.application-x-foo-bar").contains("public.xml"))
        #expect(types.closure(of: "dyn.text-x-lilypond").contains("public.plain-text"))
        #expect(types.closure(of: "dyn.image-x-tga").contains("public.image"))
        #expect(types.type(ofFile: "a.xsd") == "public.xml")
        #expect(types.closure(of: "public.xml").contains("public.text"), "what the system declares stays")
        #expect(types.type(ofFile: "a.key") == "dyn.application-x-iwork-keynote-sffkey")
        let raw = types.closure(of: try #require(types.type(ofFile: "a.nef")))
        #expect(raw.isSuperset(of: ["dyn.image-x-dcraw", "public.image"]))
        #expect(types.type(ofFile: "makefile") == nil && types.type(ofFile: "a.7") == nil)
    }

    @Test("apps are offered a file by rank, then by name; rank None is no offer, an unknown one counts as Default")
    func offers() {
        func app(_ name: String, _ rank: String, _ types: String...) -> Manifest {
            Manifest(
                bundleIdentifier: name,
                documentTypes: [Manifest.DocumentType(name: "", handlerRank: rank, contentTypes: types)])
        }
        let apps = [
            app("b", "Default", "public.text"), app("a", "Odd", "public.plain-text"),
            app("none", "None", "public.data"),
            app("d", "Owner", "net.daringfireball.Markdown"), app("c", "Alternate", "public.data"),
            app("image", "Owner", "public.image"),
        ]
        let offers = DocumentOpening.apps(
            offered: system.closure(of: "net.daringfireball.markdown"), among: apps)
        #expect(offers.map(\.app) == ["d", "c", "a", "b"])
        #expect(offers.map(\.rank) == ["Owner", "Alternate", "Default", "Default"])
    }
}
