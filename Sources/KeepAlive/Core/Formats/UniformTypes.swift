import KeepAliveModel

/// The known uniform types: the types that Apple's systems declare, and those that apps declare.
public struct UniformTypes: Sendable {
    private var byIdentifier: [String: UniformType] = [:]
    private var bySuffix: [String: String] = [:]
    private var byMIMEType: [String: String] = [:]

    /// The types that Apple's systems declare, limited to types with files in common use.
    ///
    /// Source: Apple, Uniform Type Identifiers Reference, System-Declared Uniform Type Identifiers; UTCoreTypes.h.
    public static let systemDeclared = UniformTypes(Self.table)

    /// The type of a file whose type is unknown.
    public static let data = "public.data"

    /// Creates a table. If two types have the same suffix or MIME type, the first type gets it.
    public init(_ types: [UniformType]) { add(types) }

    /// Returns the table with additional types, which apps declare in `UTExportedTypeDeclarations` and
    /// `UTImportedTypeDeclarations`. A type that exists already is not replaced.
    public func adding(_ types: [UniformType]) -> UniformTypes {
        var result = self
        result.add(types)
        return result
    }

    private mutating func add(_ types: [UniformType]) {
        for type in types {
            let identifier = type.identifier.lowercased()
            if byIdentifier[identifier] == nil { byIdentifier[identifier] = type }
            for suffix in type.suffixes where bySuffix[suffix.lowercased()] == nil {
                bySuffix[suffix.lowercased()] = identifier
            }
            for type in type.mimeTypes where byMIMEType[type.lowercased()] == nil {
                byMIMEType[type.lowercased()] = identifier
            }
        }
    }

    /// Returns the type of a file by its name: the type of the longest known suffix; `nil` if no suffix is known.
    public func type(ofFile name: String) -> String? {
        var rest = name.lowercased()[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let type = bySuffix[String(rest)] { return type }
        }
        return nil
    }

    /// Returns the type with a MIME type; `nil` if the MIME type is unknown.
    public func type(ofMIMEType name: String) -> String? { byMIMEType[name.lowercased()] }

    /// Returns whether a type is in the table; upper and lower case are equal.
    public func isKnown(_ identifier: String) -> Bool { byIdentifier[identifier.lowercased()] != nil }

    /// Returns the identifiers of a type and of all types that it conforms to, in lower case. An unknown type is taken
    /// to conform to `public.data`.
    public func closure(of identifier: String) -> Set<String> {
        var found: Set<String> = []
        var next = [identifier.lowercased()]
        while let type = next.popLast() {
            guard found.insert(type).inserted else { continue }
            next += byIdentifier[type]?.conformsTo.map { $0.lowercased() } ?? [Self.data]
        }
        return found
    }
}

extension OpenedDocument {
    /// Creates a document whose name and type are known, but not its URL.
    ///
    /// - Parameter contentType: the uniform type identifier.
    public init(name: String, contentType: String) {
        self.init(name: name, types: UniformTypes.systemDeclared.closure(of: contentType))
    }
}

extension UniformTypes {
    private static func row(_ identifier: String, _ parents: String, _ suffixes: String = "", _ mimeTypes: String = "")
        -> UniformType
    {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        return UniformType(
            identifier, conformsTo: words(parents), suffixes: words(suffixes), mimeTypes: words(mimeTypes))
    }

    private static let table: [UniformType] = [
        row("public.item", ""),
        row("public.content", ""),
        row("public.composite-content", "public.content"),
        row("public.data", "public.item", "", "application/octet-stream"),
        row("public.directory", "public.item"),
        row("public.folder", "public.directory"),
        row("public.executable", "public.item"),
        row("public.archive", "public.item"),
        row("public.disk-image", "public.archive"),
        row("public.database", "public.data"),
        row("public.message", "public.item"),
        row("public.contact", "public.item"),
        row("public.font", "public.data"),
        row("public.calendar-event", "public.item"),
        row("public.log", "public.item"),
        row("com.apple.log", "public.plain-text public.log", "log"),

        row("public.text", "public.data public.content"),
        row("public.plain-text", "public.text", "txt text", "text/plain"),
        row("public.utf8-plain-text", "public.plain-text"),
        row("public.utf16-plain-text", "public.plain-text"),
        row("public.rtf", "public.text", "rtf", "text/rtf application/rtf"),
        row("com.apple.rtfd", "com.apple.package public.composite-content", "rtfd"),
        row("com.apple.package", "public.directory"),
        row("public.html", "public.text", "html htm", "text/html"),
        row(
            "com.apple.webarchive", "public.data public.composite-content", "webarchive", "application/x-webarchive"),
        row("public.xhtml", "public.xml", "xhtml", "application/xhtml+xml"),
        row("public.xml", "public.text", "xml", "text/xml application/xml"),
        row("public.json", "public.text", "json", "application/json"),
        row("public.yaml", "public.text", "yaml yml", "application/yaml application/x-yaml text/yaml"),
        row("public.css", "public.text", "css", "text/css"),
        row("net.daringfireball.markdown", "public.plain-text", "md markdown", "text/markdown"),
        row("public.delimited-values-text", "public.text"),
        row("public.comma-separated-values-text", "public.delimited-values-text", "csv", "text/csv"),
        row(
            "public.tab-separated-values-text", "public.delimited-values-text", "tsv", "text/tab-separated-values"),
        row("public.vcard", "public.text public.contact", "vcf vcard", "text/vcard text/x-vcard"),
        row("com.apple.ical.ics", "public.text public.calendar-event", "ics", "text/calendar"),
        row("public.email-message", "public.message"),
        row("com.apple.mail.email", "public.data public.email-message", "eml", "message/rfc822"),
        row("com.apple.property-list", "public.data", "plist", "application/x-plist"),
        row("com.apple.xml-property-list", "public.xml com.apple.property-list"),
        row("com.apple.binary-property-list", "com.apple.property-list"),

        row("public.source-code", "public.plain-text"),
        row("public.script", "public.source-code"),
        row("public.shell-script", "public.script", "sh command", "application/x-shellscript text/x-shellscript"),
        row("public.python-script", "public.shell-script", "py", "text/x-python text/x-python3"),
        row("public.perl-script", "public.shell-script", "pl pm", "application/x-perl text/x-perl"),
        row("public.ruby-script", "public.shell-script", "rb", "application/x-ruby text/x-ruby"),
        row("public.php-script", "public.shell-script", "php", "application/x-php text/x-php"),
        row(
            "com.netscape.javascript-source", "public.source-code public.executable", "js javascript mjs",
            "text/javascript application/javascript"),
        row("public.swift-source", "public.source-code", "swift", "text/x-swift"),
        row("public.c-source", "public.source-code", "c", "text/x-csrc"),
        row("public.c-header", "public.source-code", "h", "text/x-chdr"),
        row("public.c-plus-plus-source", "public.source-code", "cpp cc cxx", "text/x-c++src"),
        row("public.c-plus-plus-header", "public.source-code", "hpp hh hxx", "text/x-c++hdr"),
        row("public.objective-c-source", "public.source-code", "m", "text/x-objcsrc"),
        row("com.sun.java-source", "public.source-code", "java", "text/x-java"),

        row("com.adobe.pdf", "public.data public.composite-content", "pdf", "application/pdf"),
        row("com.adobe.postscript", "public.text", "ps", "application/postscript"),
        row("com.adobe.encapsulated-postscript", "com.adobe.postscript", "eps", "image/x-eps"),
        row("org.idpf.epub-container", "public.data public.composite-content", "epub", "application/epub+zip"),
        row("com.microsoft.word.doc", "public.data public.composite-content", "doc", "application/msword"),
        row(
            "org.openxmlformats.openxml", "public.data public.composite-content"),
        row(
            "org.openxmlformats.wordprocessingml.document", "org.openxmlformats.openxml", "docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        row("com.microsoft.excel.xls", "public.data public.spreadsheet", "xls", "application/vnd.ms-excel"),
        row(
            "org.openxmlformats.spreadsheetml.sheet", "org.openxmlformats.openxml public.spreadsheet", "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        row("com.microsoft.powerpoint.ppt", "public.data public.presentation", "ppt", "application/vnd.ms-powerpoint"),
        row(
            "org.openxmlformats.presentationml.presentation", "org.openxmlformats.openxml public.presentation", "pptx",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        row("public.spreadsheet", "public.content"),
        row("public.presentation", "public.composite-content"),
        row(
            "org.oasis-open.opendocument.text", "public.data public.composite-content", "odt",
            "application/vnd.oasis.opendocument.text"),
        row(
            "org.oasis-open.opendocument.spreadsheet", "public.data public.spreadsheet", "ods",
            "application/vnd.oasis.opendocument.spreadsheet"),

        row("public.image", "public.data public.content"),
        row("public.jpeg", "public.image", "jpg jpeg jpe", "image/jpeg"),
        row("public.png", "public.image", "png", "image/png"),
        row("com.compuserve.gif", "public.image", "gif", "image/gif"),
        row("public.tiff", "public.image", "tiff tif", "image/tiff"),
        row("com.microsoft.bmp", "public.image", "bmp", "image/bmp image/x-bmp"),
        row("com.microsoft.ico", "public.image", "ico", "image/vnd.microsoft.icon"),
        row("public.heif-standard", "public.image"),
        row("public.heic", "public.heif-standard", "heic", "image/heic"),
        row("public.heif", "public.heif-standard", "heif", "image/heif"),
        row("org.webmproject.webp", "public.image", "webp", "image/webp"),
        row("public.svg-image", "public.image public.xml", "svg", "image/svg+xml"),
        row("public.camera-raw-image", "public.image"),
        row("com.adobe.raw-image", "public.camera-raw-image", "dng", "image/x-adobe-dng"),

        row("public.audiovisual-content", "public.data public.content"),
        row("public.movie", "public.audiovisual-content"),
        row("public.video", "public.movie"),
        row("public.audio", "public.audiovisual-content"),
        row("com.apple.quicktime-movie", "public.movie", "mov qt", "video/quicktime"),
        row("public.mpeg-4", "public.movie", "mp4", "video/mp4"),
        row("public.mpeg-4-audio", "public.audio public.mpeg-4", "", "audio/mp4"),
        row("com.apple.m4a-audio", "public.mpeg-4-audio", "m4a", "audio/x-m4a"),
        row("com.apple.m4v-video", "public.mpeg-4", "m4v", "video/x-m4v"),
        row("public.mpeg", "public.movie", "mpg mpeg", "video/mpeg"),
        row("public.avi", "public.movie", "avi", "video/x-msvideo"),
        row("public.3gpp", "public.movie", "3gp 3gpp", "video/3gpp"),
        row("public.mp3", "public.audio", "mp3", "audio/mpeg"),
        row("com.microsoft.waveform-audio", "public.audio", "wav", "audio/x-wav audio/vnd.wave"),
        row("public.aifc-audio", "public.audio", "aifc", "audio/x-aifc"),
        row("public.aiff-audio", "public.aifc-audio", "aiff aif", "audio/x-aiff"),
        row("com.apple.coreaudio-format", "public.audio", "caf", "audio/x-caf"),
        row("public.aac-audio", "public.audio", "aac", "audio/aac"),
        row("public.midi-audio", "public.audio", "mid midi", "audio/midi"),
        row("org.xiph.flac", "public.audio", "flac", "audio/flac"),
        row("public.playlist", "public.text"),
        row("public.m3u-playlist", "public.playlist", "m3u m3u8", "audio/x-mpegurl application/vnd.apple.mpegurl"),

        row("com.pkware.zip-archive", "public.data public.archive"),
        row("public.zip-archive", "com.pkware.zip-archive", "zip", "application/zip"),
        row("org.gnu.gnu-zip-archive", "public.data public.archive", "gz", "application/gzip"),
        row("org.gnu.gnu-zip-tar-archive", "org.gnu.gnu-zip-archive", "tgz tar.gz", "application/x-compressed-tar"),
        row("public.tar-archive", "public.data public.archive", "tar", "application/x-tar"),
        row("public.bzip2-archive", "public.data public.archive", "bz2", "application/x-bzip2 application/x-bzip"),
        row("org.tukaani.xz-archive", "public.data public.archive", "xz", "application/x-xz"),
        row("org.7-zip.7-zip-archive", "public.data public.archive", "7z", "application/x-7z-compressed"),
        row("com.apple.itunes.ipa", "public.data public.archive", "ipa"),

        row("public.truetype-font", "public.font"),
        row("public.truetype-ttf-font", "public.truetype-font", "ttf", "font/ttf application/x-font-ttf"),
        row("public.opentype-font", "public.font", "otf", "font/otf application/x-font-otf"),
        row("com.topografix.gpx", "public.xml", "gpx", "application/gpx+xml"),
        row("com.google.earth.kml", "public.xml", "kml", "application/vnd.google-earth.kml+xml"),
        row("public.geojson", "public.json", "geojson", "application/geo+json"),
        row("org.sqlite.sqlite3", "public.database", "sqlite sqlite3 db", "application/vnd.sqlite3"),
        row("com.apple.pkpass-data", "public.data", "pkpass", "application/vnd.apple.pkpass"),
        row("public.url", "public.data"),
        row("com.apple.internet-location", "public.data", "inetloc webloc"),
    ]
}
