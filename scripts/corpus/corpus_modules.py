"""What scripts/corpus/corpus needs to compile a file: the other sources of its project, those of its packages, and stubs for the rest."""

import collections
import os
import pathlib
import re
import subprocess

# Modules that a rewritten file finds here; any other import is left out, as it is the app's or a package's.
MODULES = {
    "Foundation", "Glibc", "Dispatch", "KeepAlive", "KeepAliveCombine", "KeepAliveOS", "KeepAliveSwiftUI", "OpenCombine", "Swift",
    "Observation"}
IMPORT = re.compile(
    r"((?:^|(?<=; ))[ \t]*(?:@\w+(?:\(\w+\))? )*(?:public |internal |private )?[ \t]*import (?:class |struct |enum |protocol |func )? *)([\w.]+)",
    re.M)
MODIFIERS = r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|open|internal|final|indirect|package) +)*"
TYPE = re.compile(
    MODIFIERS + r"(?:class|struct|enum|protocol|actor|typealias) +(\w+)|^(?:(?:public|open|internal|package) +)*func +\w+[^{]*", re.M)


def git(folder, *arguments):
    result = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    return result.returncode, result.stdout.decode(errors="replace")


def without_imports(text, names_foundation=False):
    """The text without the modules that are not here. Errors then name the line of the text that is compiled.

    Apple's modules and packages pass Foundation on; with `names_foundation` each file has it, as below a bridging header.
    """
    left_out = set()

    def leave_out(match):
        module = match.group(2).split(".")[0]
        if module in MODULES:
            return match.group(0)
        left_out.add(module)
        # What is imported of it may be named with a dot: it is a name of this module then.
        return ""

    kept = IMPORT.sub(leave_out, text)
    if (kept != text or names_foundation) and not re.search(r"^import Foundation", kept, re.M):
        kept = "import Foundation; import KeepAlive; " + kept
    return re.sub(r"^[ \t]*#sourceLocation.*$", "", kept, flags=re.M), left_out


class Group:
    """The sources of one project of Xcode or one package: a module, as far as this can tell."""

    # What is not in the app's module: tests, manifests, and what runs elsewhere.
    OTHERS = re.compile(
        r"(^|/)(\w*Tests|\w*Testing|Test|Pods|Carthage|fastlane|scripts?|\w*Mocks?|\w*Examples?|\w*Demos?|Playgrounds?|Benchmarks?|Docs|Plugins)/"
        r"|(^|/)Package(@[\w.-]+)?\.swift$|(^|/)main\.swift$|\.(playground|docc)/", re.I)

    DEVICES = re.compile(r"(^|/)(Mac|macOS|OSX|tvOS|visionOS|\w*Watch(?:OS|App|Kit| Extension)?)/")
    # What a package calls as Swift does is its own there, and nobody else's.
    SWIFTS = re.compile(r"^\s*(?:public |internal |@frozen )*(?:enum|struct|class|protocol|typealias) (Result|Task|Duration|Set)\b", re.M)

    def __init__(self, clone, commit, paths, folder, tool, front_end, is_package):
        self.clone, self.commit, self.paths, self.folder, self.tool, self.front_end = clone, commit, paths, folder, tool, front_end
        self.is_package, self.is_ready = is_package, False
        # The names of the files that the project builds; None where folders belong to it as a whole.
        self.built = None
        # The names of the modules of the same repository, and of its types.
        self.modules, self.names = (), frozenset()

    def prepare(self):
        """Rewrites the sources, as the plug-in does; what an earlier run has rewritten is taken, if the plug-in is the same."""
        if self.is_ready:
            return
        self.is_ready = True
        _, commit = git(self.clone, "rev-parse", self.commit)
        stamp = self.folder / "stamp"
        mark = f"{commit.strip()} {self.tool.stat().st_mtime} {pathlib.Path(__file__).stat().st_mtime} {self.built} {sorted(self.modules)}"
        is_kept = stamp.exists() and stamp.read_text() == mark
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files = {path: self.folder / f"{number:05}-{pathlib.Path(path).name}" for number, path in enumerate(self.paths)}
        if not is_kept:
            # The rewriter would take what it has written before for what still stands there.
            (self.folder / "state.json").unlink(missing_ok=True)
            pairs = []
            for path, target in self.files.items():
                original = target.with_suffix(".original")
                original.write_text(git(self.clone, "show", f"{self.commit}:{path}")[1])
                pairs += [str(original), str(target)]
            # The plug-in's own errors are those of the first measure.
            subprocess.run([str(self.tool), "--state", str(self.folder / "state.json"), *pairs], capture_output=True, check=False)
        own = set()
        self.types, self.imports = {}, collections.defaultdict(set)
        for path, target in list(self.files.items()):
            if not target.exists():
                del self.files[path]
                continue
            kept = target.with_suffix(".kept")
            if not is_kept:
                text, left_out = without_imports(target.read_text(), names_foundation=True)
                target.write_text(text)
                kept.write_text(" ".join(left_out))
            text = target.read_text()
            own.update(self.SWIFTS.findall(text))
            self.imports[path] = set(kept.read_text().split())
            self.types[path] = {match.group(1) or match.group(0) for match in TYPE.finditer(text)}
        # A name with its module before it, unless a type has the module's name.
        modules = set(self.modules).union(*self.imports.values()) | {"SwiftUICore"}
        modules -= {"", *self.names}
        qualifier = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, sorted(modules)))})\.(?=[A-Z])")
        for target in self.files.values() if not is_kept else ():
            text = qualifier.sub("", target.read_text())
            # `typealias Item = Kit.Item` within a type means the module's.
            target.write_text(re.sub(r"\btypealias (\w+) = \1[ \t]*$", r"typealias \1 = App.\1", text, flags=re.M))
        if own and self.is_package and not is_kept:
            for target in self.files.values():
                target.write_text(re.sub(rf"(?<![\w.])({'|'.join(sorted(own))})\b", r"Packages\1", target.read_text()))
        unparsed = self.front_end(self.folder, ["-parse", *map(str, self.files.values())])
        broken = {match.group(1) for line in unparsed if (match := re.match(r"(\S+\.swift):\d+:\d+: error:", line))}
        self.broken = {path for path, target in self.files.items() if str(target) in broken}
        stamp.write_text(mark)

    def usable(self, drawn=""):
        """The sources that belong to a module with the drawn file; those of other devices only beside one of that device."""
        return [
            path for path in self.files
            if not self.OTHERS.search(path) and path not in self.broken
            and (not (match := self.DEVICES.search(path)) or match.group(2) in drawn)
            and (self.built is None or path.rsplit("/", 1)[-1] in self.built)]


class Repository:
    """A clone, by its projects and packages."""

    def __init__(self, clone, commit, folder, tool, front_end, is_package=False):
        self.clone, self.commit, self.folder, self.tool, self.front_end = clone, commit, folder, tool, front_end
        self.is_package = is_package
        _, listing = git(clone, "ls-tree", "-r", "--name-only", commit)
        lines = listing.splitlines()
        places = {match.group(1) or "" for path in lines if (match := re.match(r"(.*/)?(?:[^/]+\.xcodeproj/|Package\.swift$)", path))}
        places = {place for place in places if not re.search(r"(^|/)(Pods|Carthage|BuildTools)/", place)} | {""}
        self.projects = [path for path in lines if path.endswith(".xcodeproj/project.pbxproj")]
        self.paths = collections.defaultdict(list)
        for path in lines:
            if path.endswith(".swift"):
                self.paths[max((place for place in places if path.startswith(place)), key=len)].append(path)
        self.groups, self.known_names = {}, None

    def place(self, path):
        return next(place for place, paths in self.paths.items() if path in paths)

    def group(self, place):
        if place not in self.groups:
            number = sorted(self.paths).index(place)
            self.groups[place] = Group(
                self.clone, self.commit, self.paths[place], self.folder / f"{number:03}", self.tool, self.front_end, self.is_package)
            self.groups[place].built = self.built(place)
            self.groups[place].modules, self.groups[place].names = self.modules(), self.names()
        self.groups[place].prepare()
        return self.groups[place]

    def built(self, place):
        """The names of the files that the projects of a folder build, or None."""
        texts = [
            git(self.clone, "show", f"{self.commit}:{path}")[1] for path in self.projects
            if path.startswith(place) and "/" not in path[len(place):].replace(".xcodeproj/", "")]
        if not texts or any("PBXFileSystemSynchronizedRootGroup" in text for text in texts):
            return None
        return {name for text in texts for name in re.findall(r"/\* ([^*/]+\.swift) in Sources \*/", text)} or None

    def names(self):
        """The names of all types of the repository."""
        if self.known_names is None:
            words = r"\b(class|struct|enum|protocol|actor|typealias) +[A-Z][A-Za-z0-9_]*"
            _, text = git(self.clone, "grep", "-hoE", words, self.commit, "--", "*.swift")
            self.known_names = frozenset(line.split()[-1] for line in text.splitlines())
        return self.known_names

    def modules(self):
        """The folders of sources that may be imported by their names."""
        found = {}
        for place, paths in self.paths.items():
            for path in paths:
                rest = path[len(place):].split("/")
                # Sources/NAME is SwiftPM's; NAME/NAME, or Source, is that of older packages.
                if rest[0] in ("Sources", "Source"):
                    if len(rest) > 2:
                        found.setdefault(rest[1], (place, f"{place}{rest[0]}/{rest[1]}/"))
                    found.setdefault(place.rstrip("/").split("/")[-1], (place, f"{place}{rest[0]}/"))
                elif len(rest) > 1 and not Group.OTHERS.search(path):
                    found.setdefault(rest[0], (place, f"{place}{rest[0]}/"))
        name = self.clone.parent.name if self.clone.name == "repo" else self.clone.name
        name = re.sub(r"\.swift$", "", re.split(r"[+/]", name)[-1])
        if name not in found and "" in self.paths:
            folder = next((f"{folder}/" for folder in ("Sources", "Source") if any(p.startswith(f"{folder}/") for p in self.paths[""])), "")
            found[name] = ("", folder)
        return found


class Compilation:
    """Compiles a drawn file with its project beside it, the packages that it imports, and stubs."""

    def __init__(self, repository, packages, front_end, is_apple):
        self.repository, self.packages, self.front_end, self.is_apple = repository, packages, front_end, is_apple
        self.known = {}

    def sources(self, drawn):
        """The sources of the drawn file's module and of the packages that these import, nearest first."""
        group = self.repository.group(self.repository.place(drawn))
        taken, chosen, seen = set(group.types.get(drawn, ())), [], set()

        def add(group, paths):
            imported = set()
            for path in paths:
                if taken & group.types[path]:
                    continue
                taken.update(group.types[path])
                chosen.append(group.files[path])
                imported |= group.imports[path]
            return imported

        def near(path):
            return (-len(os.path.commonpath([path, drawn])), path)

        imported = group.imports[drawn] | add(group, sorted((path for path in group.usable(drawn) if path != drawn), key=near))
        while imported - seen:
            module = sorted(imported - seen)[0]
            seen.add(module)
            for repository in [self.repository, *self.packages]:
                place, folder = repository.modules().get(module, (None, None))
                if place is None:
                    continue
                other = repository.group(place)
                if other is not group:
                    imported |= add(other, [path for path in other.usable() if path.startswith(folder)])
                break
        return group, chosen

    def compile(self, drawn):
        """The errors of a file, and the number of types that are stubs."""
        group = self.repository.group(self.repository.place(drawn))
        if drawn not in group.files:
            return ["the plug-in did not rewrite it"], 0
        group, others = self.sources(drawn)
        # What another file has needed of the packages, this one probably needs, too.
        stubs = Stubs(self.known, self.is_apple)
        declared = set().union(*(group.types.values()))
        folder = self.repository.folder
        text = group.files[drawn].read_text()
        asked = set(re.findall(r"\w+", text))
        stub, target = folder / "stubs.swift", folder / "object.o"
        while True:
            stub.write_text(stubs.text)
            errors = self.front_end(
                folder, ["-c", "-primary-file", str(group.files[drawn]), *map(str, others), str(stub), "-o", str(target)])
            # Two sources of one project may belong to two targets: the one that is farther away goes.
            rivals = self.rivals(errors, others)
            if rivals:
                others = [path for path in others if path not in rivals]
                continue
            # What Apple has and the drawn file asks for is not to be there by a stub.
            if not any([stubs.learn(line, asked) for line in errors]):
                self.known.update(
                    {name: kind for name, kind in stubs.kinds.items() if name not in declared and not self.is_apple(name)})
                assert errors or target.exists()
                return errors, len(stubs)


    @staticmethod
    def rivals(errors, others):
        """The sources that declare once more what an error says is declared twice."""
        places = {str(path): index for index, path in enumerate(others)}
        places.update({str(path.with_suffix(".original")): places[str(path)] for path in others})
        found = set()
        for error in errors:
            if not re.search(r"error: (ambiguous use of|invalid redeclaration of|'\w+' is ambiguous)|expressions are not allowed", error):
                continue
            named = [places[path] for path in re.findall(r"(/\S+?\.(?:swift|original)):\d+:\d+: (?:note|error)", error) if path in places]
            if named:
                found.add(others[max(named)])
            elif "invalid redeclaration" in error:
                # The compiler does not always say where the other one is: it has the same line.
                line = Stubs.line(error)[0].strip()
                same = [path for path in others if line and line in path.read_text()]
                found |= set(same[-1:])
        return found


class Stub:
    """What is known of a type that is missing."""

    def __init__(self, parameters=0):
        self.parameters, self.is_protocol, self.is_error = parameters, False, False
        self.initializers, self.members, self.nested = set(), set(), set()


class Stubs:
    """Types and functions that are missing, as empty as the compiler lets them be."""

    def __init__(self, known, is_apple):
        self.kinds, self.is_apple = dict(known), is_apple
        self.optionals, self.tried, self.value_types = set(), set(), set()

    def __len__(self):
        return len(self.kinds)

    @staticmethod
    def line(error):
        """The line of an error, from its column on."""
        match = re.match(r"(\S+?):(\d+):(\d+):", error)
        if not match or not pathlib.Path(match.group(1)).exists():
            return "", 0, []
        lines = pathlib.Path(match.group(1)).read_text(errors="replace").splitlines()
        number = int(match.group(2))
        return (lines[number - 1] if number <= len(lines) else ""), int(match.group(3)), lines[number - 1:number + 40]

    def learn(self, error, asked):
        """Takes what an error says of a type; returns whether that is new."""
        if error in self.tried:
            return False
        self.tried.add(error)
        match = re.search(r"cannot find (?:type )?'(\w+)' in scope|unknown attribute '(\w+)'", error)
        name = (match.group(1) or match.group(2)) if match else ""
        if name and name not in self.kinds and not (self.is_apple(name) and name in asked):
            if name[:1].isupper() or "unknown attribute" not in error:
                self.kinds[name] = Stub() if name[:1].isupper() else None
                return True
        match = re.search(r"cannot specialize non-generic type '(\w+)'", error)
        if match and self.stub(match.group(1)) and not self.kinds[match.group(1)].parameters:
            self.kinds[match.group(1)].parameters = 1
            return True
        match = re.search(r"generic type '(\w+)' specialized with too many type parameters \(got (\d+)", error)
        if match and self.stub(match.group(1)):
            self.kinds[match.group(1)].parameters = int(match.group(2))
            return True
        match = re.search(r"type '(\w+)' does not conform to protocol 'Error'", error)
        if match and self.stub(match.group(1)):
            self.kinds[match.group(1)].is_error = True
            return True
        match = re.search(r"'(\w+)' is not a member type of class 'App\.(\w+)'", error)
        if match and self.stub(match.group(2)):
            self.kinds[match.group(2)].nested.add(match.group(1))
            return True
        match = re.search(r"'(\w+)' is not a member type of \w+(?: \w+)? '[\w.]+' \(aka '(?:App\.)?StubValue'\)", error)
        if match and match.group(1) not in self.value_types:
            self.value_types.add(match.group(1))
            return True
        match = re.search(r"type '(\w+)(?:<[^']*>)?' has no member '(\w+)'", error)
        if match and self.stub(match.group(1)) and match.group(2) not in self.kinds[match.group(1)].members:
            self.kinds[match.group(1)].members.add(match.group(2))
            return True
        if "argument passed to call that takes no arguments" in error or "extra argument" in error or "extra trailing closure" in error:
            return self.learn_initializer(error)
        if re.search(r"conditional binding must have Optional type, not 'StubValue'|optional chaining on non-optional value of type 'StubValue'", error):
            text, column, _ = self.line(error)
            for name in re.findall(r"\.(\w+)", text[column - 1:].split("{")[0]) + re.findall(r"\.(\w+)", text):
                if name not in self.optionals and name not in ("count", "isEmpty", "first", "description", "next"):
                    self.optionals.add(name)
                    return True
        if "overriding declaration requires an 'override' keyword" in error:
            # The class takes a stub for its superclass, which is a protocol.
            path, number = re.match(r"(\S+?):(\d+):", error).groups()
            lines = pathlib.Path(path).read_text(errors="replace").splitlines()[:int(number)] if pathlib.Path(path).exists() else []
            above = next((line for line in reversed(lines) if re.search(r"\bclass \w+[^{]*:", line)), "")
            return self.protocol(re.findall(r"\w+", above.split(":", 1)[-1]))
        return self.protocol(re.findall(
            r"(?:non-protocol type|from classes '\w+' and|cannot contain class|already contains class|declares raw type|raw type) '(\w+)'",
            error))

    def stub(self, name):
        kind = self.kinds.get(name)
        return kind if kind and not kind.is_protocol else None

    def protocol(self, names):
        for name in names:
            if self.stub(name):
                self.kinds[name].is_protocol = True
                return True
        return False

    def learn_initializer(self, error):
        """The labels of a call of a type that is a stub."""
        text, _, lines = self.line(error)
        found = False
        for match in re.finditer(r"(?<![\w.])(\w+)(?:<[^()]*>)?(?:\.init)?([({])", text):
            stub = self.stub(match.group(1))
            if stub:
                source = text[match.start(2):] + "\n" + "\n".join(lines[1:])
                labels = call_labels(source)
                if labels not in stub.initializers:
                    stub.initializers.add(labels)
                    found = True
        return found

    @property
    def text(self):
        optionals = "\n".join(
            f"    public var {name}: StubValue? {{ get {{ fatalError() }} set {{}} }}\n"
            f"    @discardableResult public func {name}(_ arguments: Any?...) -> StubValue? {{ fatalError() }}" for name in sorted(self.optionals))
        value_types = "\n".join(f"    public typealias {name} = StubValue" for name in sorted(self.value_types))
        lines = ["import Foundation", f"""
@dynamicMemberLookup @dynamicCallable
open class StubValue: Hashable, Error, CustomStringConvertible, Sequence, IteratorProtocol {{
    public init() {{}}
    public var count: Int {{ fatalError() }}
    public var isEmpty: Bool {{ fatalError() }}
    public var first: StubValue? {{ fatalError() }}
    public static func == (one: StubValue, other: StubValue) -> Bool {{ fatalError() }}
    public func hash(into hasher: inout Hasher) {{}}
    public func next() -> StubValue? {{ fatalError() }}
    public var description: String {{ fatalError() }}
    public subscript(dynamicMember name: String) -> StubValue {{ get {{ fatalError() }} set {{}} }}
    @_disfavoredOverload public subscript(dynamicMember name: String) -> StubValue? {{ get {{ fatalError() }} set {{}} }}
    @_disfavoredOverload public subscript<Value>(dynamicMember name: String) -> Value {{ get {{ fatalError() }} set {{}} }}
    @discardableResult public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> StubValue {{ fatalError() }}
    @_disfavoredOverload @discardableResult
    public func dynamicallyCall<Value>(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> Value {{ fatalError() }}
{optionals}
{value_types}
}}
extension BinaryInteger {{ public init(_ value: StubValue) {{ fatalError() }} }}
extension BinaryFloatingPoint {{ public init(_ value: StubValue) {{ fatalError() }} }}
extension String {{ public init(_ value: StubValue) {{ fatalError() }} }}
public func == <Value>(one: StubValue, other: Value) -> Bool {{ fatalError() }}
public func != <Value>(one: StubValue, other: Value) -> Bool {{ fatalError() }}
public func ~= <Value>(pattern: Value, value: StubValue) -> Bool {{ fatalError() }}
"""]
        for name, stub in self.kinds.items():
            if stub is None:
                lines.append(f"public let {name} = StubValue()")
                continue
            if stub.is_protocol:
                lines.append(f"public protocol {name} {{}}")
                continue
            parameters = f"<{', '.join(f'P{index}' for index in range(stub.parameters))}>" if stub.parameters else ""
            is_value = not stub.parameters
            conforms = "Hashable" + (", Error, @unchecked Sendable" if stub.is_error else "")
            members = [f"    public static {'let' if is_value else 'var'} {member}: {name}{parameters} "
                       + ("= fatal()" if is_value else "{ fatalError() }") for member in sorted(stub.members)]
            members += [f"    public typealias {member} = StubValue" for member in sorted(stub.nested)]
            members += [f"    {initializer(labels)}" for labels in sorted(stub.initializers, key=str)]
            if parameters:
                members.append("    public var wrappedValue: P0 { get { fatalError() } set {} }")
            else:
                members.append("    public var wrappedValue: StubValue { get { fatalError() } set {} }")
            lines.append(f"""@dynamicMemberLookup open class {name}{parameters}: {conforms} {{
    public init() {{}}
    public static func == (one: {name}, other: {name}) -> Bool {{ fatalError() }}
    public func hash(into hasher: inout Hasher) {{}}
    public subscript(dynamicMember name: String) -> StubValue {{ get {{ fatalError() }} set {{}} }}
    @_disfavoredOverload public subscript(dynamicMember name: String) -> StubValue? {{ get {{ fatalError() }} set {{}} }}
    @_disfavoredOverload public subscript<Value>(dynamicMember name: String) -> Value {{ get {{ fatalError() }} set {{}} }}
    public static subscript(dynamicMember name: String) -> StubValue {{ get {{ fatalError() }} set {{}} }}
    @_disfavoredOverload public static subscript<Value>(dynamicMember name: String) -> Value {{ get {{ fatalError() }} set {{}} }}
""" + "\n".join(members) + "\n}")
        lines.append("private func fatal<Value>() -> Value { fatalError() }")
        return "\n".join(lines) + "\n"


def call_labels(source):
    """The labels of the arguments of a call that begins at its parenthesis, each with the number of a closure's parameters, or None."""
    labels, depth, index, start = [], 0, 0, 1
    pairs, in_string = {"(": ")", "[": "]", "{": "}"}, False

    def note(argument):
        argument = argument.strip()
        if not argument:
            return
        match = re.match(r"(\w+) *:(?!:)", argument)
        value = argument[match.end():].strip() if match else argument
        labels.append((match.group(1) if match else "_", closure(value)))

    if source.startswith("("):
        for index, character in enumerate(source):
            if character == '"' and source[index - 1] != "\\":
                in_string = not in_string
            if in_string:
                continue
            if character in pairs:
                depth += 1
            elif character in pairs.values():
                depth -= 1
                if depth == 0:
                    note(source[start:index])
                    break
            elif character == "," and depth == 1:
                note(source[start:index])
                start = index + 1
        rest = source[index + 1:]
    else:
        rest = source
    match = re.match(r"[ \t]*\{", rest)
    if match:
        labels.append(("_", closure(rest.strip())))
    return tuple(labels)


def closure(value):
    """The number of parameters that a closure names, or None for another value."""
    if not value.startswith("{"):
        return None
    match = re.match(r"\{\s*(?:\[[^\]]*\]\s*)?\(?([\w\s,:.?\[\]]*?)\)?\s*(?:async\s*)?(?:throws\s*)?(?:->[^\n]*?)?\bin\b", value)
    if match and "\n" not in match.group(0).strip("{ \n"):
        return len([name for name in match.group(1).split(",") if name.strip()])
    return 1 if "$0" in value else 0


def initializer(labels):
    generics = "".join(f"{', ' if index else ''}A{index}" for index in range(len(labels)))
    parameters = []
    for index, (label, count) in enumerate(labels):
        kind = f"A{index}" if count is None else f"@escaping ({', '.join(['StubValue'] * count)}) -> A{index}"
        parameters.append(f"{label}{' ' if label == '_' else ' _'}a{index}: {kind}".replace("_ a", "_ a").replace(" _a", " a"))
    return f"public init<{generics}>({', '.join(parameters)}) {{}}" if labels else "public init(nothing: Void) {}"
