import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAlivePolicy

/// The scripts and the Makefile, with stand-ins for what they call.
@Suite(.ownThread) struct ScriptTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// A directory of commands that say how they were called.
    private func commands(_ scripts: [String: String]) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for (name, script) in scripts {
            let path = "\(directory.path)/\(name)"
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
            chmod(path, 0o755)
        }
        return directory
    }

    @Test("packages are installed without a question, also behind a sudo that clears the environment")
    func installing() throws {
        let directory = try commands([
            "swift": "exit 0", "pkg-config": "exit 1", "id": "echo 1000",
            "sudo": #"exec env -i PATH="$PATH" "$@""#,
            "apt-get":
                #"[ "$1" = -s ] && echo "Inst libextra (1.0)" && exit; echo "$1 $DEBIAN_FRONTEND $(cat)" >>"$(dirname "$0")/log""#,
        ])
        let runner = try Runner(
            ["\(Self.root)/scripts/package/install-dependencies", "build"], input: "an answer\n",
            environment: ["PATH": "\(directory.path):/usr/bin:/bin"], path: "/bin/sh")
        #expect(try runner.finish() == 0, "\(runner.errors)")
        let log = try String(contentsOfFile: directory.path + "/log", encoding: .utf8)
        #expect(log == "install noninteractive \n")
        #expect(runner.errors.contains("apt-get installs them now; it may take some minutes: libasound2-dev"))
        #expect(runner.errors.contains("with them come: libextra \n"))
    }

    /// A machine on which nothing that KeepAlive needs is found but what stands here.
    private func bareMachine(_ more: [String: String]) throws -> TemporaryDirectory {
        let tools = ["sed", "grep", "tr", "env", "find", "cat", "dirname", "basename", "sh"].map { name in
            (name, "exec \(access("/usr/bin/\(name)", X_OK) == 0 ? "/usr/bin" : "/bin")/\(name) \"$@\"")
        }
        let ours = [
            "swift": "exit 0", "pkg-config": "exit 0", "id": "echo 0",
            "apt-get": #"[ "$1" = -s ] || echo "apt-get $*" >>"${0%/*}/log""#,
            "systemctl": #"echo "systemctl $*" >>"${0%/*}/log""#,
        ]
        return try commands(Dictionary(tools) { $1 }.merging(ours) { $1 }.merging(more) { $1 })
    }

    private func calls(_ directory: TemporaryDirectory, _ stage: String, _ variables: [String: String] = [:]) throws
        -> [String]
    {
        let runner = try Runner(
            ["\(Self.root)/scripts/package/install-dependencies", stage],
            environment: variables.merging(["PATH": directory.path, "KEEPALIVE_SBIN": directory.path]) { $1 },
            path: "/bin/sh")
        #expect(try runner.finish() == 0, "\(runner.errors)")
        let log = (try? String(contentsOfFile: directory.path + "/log", encoding: .utf8)) ?? ""
        return log.split(separator: "\n").map(String.init)
    }

    @Test("where the machine has PipeWire, what is missing of it is installed, and never PulseAudio")
    func pipewireMachine() throws {
        let machine = try bareMachine(["pipewire": "exit 0", "gpsd": "exit 0"])
        let installed = try calls(machine, "run").joined()
        #expect(installed.contains(" wireplumber"), "\(installed)")
        #expect(!installed.contains("pulseaudio"), "\(installed)")
        // With its session manager there, nothing of it is missing.
        let whole = try bareMachine(["pipewire": "exit 0", "wireplumber": "exit 0", "gpsd": "exit 0"])
        let rest = try calls(whole, "run").joined()
        #expect(!rest.contains("wireplumber") && !rest.contains("pulseaudio"), "\(rest)")
        // Without any, it is PulseAudio.
        let plain = try bareMachine(["gpsd": "exit 0"])
        #expect(try calls(plain, "run").joined().contains(" pulseaudio"))
    }

    @Test("gpsd's system service is neither started nor enabled by its installation; one that was there is let be")
    func gpsdStaysOff() throws {
        let running = try TemporaryDirectory()
        let machine = try bareMachine(["pulseaudio": "exit 0"])
        let done = try calls(machine, "run", ["SYSTEMD_RUNNING": running.path])
        let units = "gpsd.service gpsd.socket"
        #expect(done.first == "systemctl --quiet mask --runtime \(units)", "\(done)")
        #expect(
            done.suffix(2) == ["systemctl --quiet unmask --runtime \(units)", "systemctl --quiet disable \(units)"])
        #expect(done.contains { $0.hasPrefix("apt-get install") && $0.contains(" gpsd") })
        let other = try bareMachine(["pulseaudio": "exit 0", "gpsd": "exit 0"])
        #expect(try calls(other, "run", ["SYSTEMD_RUNNING": running.path]).allSatisfy { !$0.hasPrefix("systemctl") })
    }

    @Test("no package of the user's is removed: not at the first try, not after apt-get update")
    func removesNothing() throws {
        let stages = ["build", "run", "test", "vm", "check", "bench", "bench-audio", "pipewire", "validate"]
        for stage in stages {
            let directory = try commands([
                "swift": "exit 0", "pkg-config": "exit 1", "id": "echo 0",
                "apt-get": #"[ "$1" = -s ] && exit; echo "$*" >>"$(dirname "$0")/log"; [ "$1" = update ]"#,
            ])
            let runner = try Runner(
                ["\(Self.root)/scripts/package/install-dependencies", stage],
                environment: ["PATH": "\(directory.path):/usr/bin:/bin"], path: "/bin/sh")
            #expect(try runner.finish() == 1)
            #expect(runner.errors.contains("It may remove no package"), "\(runner.errors)")
            let calls = try String(contentsOfFile: directory.path + "/log", encoding: .utf8).split(separator: "\n")
            #expect(calls.count == 3, "\(calls)")
            for call in calls where !call.hasPrefix("update") {
                #expect(call.hasPrefix("install -y --no-remove "), "\(call)")
            }
        }
    }

    @Test("an unknown stage is refused")
    func stage() throws {
        let runner = try Runner(["\(Self.root)/scripts/package/install-dependencies", "tset"], path: "/bin/sh")
        #expect(try runner.finish() == 64)
        #expect(
            runner.errors.contains("there is no stage 'tset'. Stages: build, run, test, apns, vm, check, bench,"))
    }

    @Test("make install says before the build that it cannot write, and what to do")
    func installTarget() throws {
        let runner = try Runner(
            ["-c", #"exec make -C "$1" install PREFIX=/etc/passwd/x SWIFT=false"#, "sh", Self.root], path: "/bin/sh")
        #expect(try runner.finish() == 2)
        #expect(!runner.output.contains("false build"))
        #expect(runner.errors.contains("make install: /etc/passwd cannot be written"))
        #expect(runner.errors.contains("make install PREFIX=$HOME/.local"))
        #expect(runner.errors.contains(#"sudo env PATH="$PATH" make install"#))
    }

    @Test(
        "what is installed runs without its symbols, which are beside it, and belongs together; make uninstall leaves no file",
        .enabled(if: Requirement.binutils, "needs objcopy and readelf (binutils)"))
    func installed() throws {
        let built = URL(filePath: Runner.path).deletingLastPathComponent().path
        // The program is built already, and nothing is to be installed on this machine.
        let directory = try commands([
            "swift": "case $* in *--show-bin-path) echo '\(built)' ;; esac", "apt-get": "exit 1", "sudo": "exit 1",
        ])
        func make(_ target: String) throws {
            let arguments = [
                "PREFIX=\(directory.path)/prefix", "STATIC=\(directory.path)/static", "SWIFT=swift", "DESTDIR=",
                "STRIP=yes",
            ]
            let runner = try Runner(
                ["make", "-C", Self.root, target] + arguments,
                environment: ["PATH": "\(directory.path):/usr/bin:/bin", "MAKEFLAGS": "", "MAKELEVEL": ""],
                path: "/usr/bin/env")
            #expect(try runner.finish(120) == 0, "\(runner.output)\(runner.errors)")
        }
        func shell(_ script: String) throws -> String {
            let runner = try Runner(["-c", "cd '\(directory.path)/prefix' && \(script)"], path: "/bin/sh")
            #expect(try runner.finish() == 0, "\(runner.errors)")
            return runner.output
        }
        try make("install")
        #expect(try shell("bin/keepalive-run --version") == Runner.run(["--version"]).output)
        #expect(try !shell("readelf --sections --wide bin/keepalive-run").contains(".symtab"))
        #expect(try shell("readelf --sections --wide bin/.debug/keepalive-run.debug").contains(".symtab"))
        #expect(try shell("readelf --string-dump=.gnu_debuglink bin/keepalive-run").contains("keepalive-run.debug"))
        // Apps that take these sources have no parser of Swift to fetch, as long as the rewriter is the one of the sources.
        try make("install-sources")
        func fetches(_ package: String) throws -> Bool {
            let runner = try Runner(
                ["swift", "package", "--package-path", "\(directory.path)/prefix/share/keepalive", "dump-package"],
                path: "/usr/bin/env")
            #expect(try runner.finish(60) == 0, "\(runner.errors)")
            return runner.output.contains(package)
        }
        #expect(try !fetches("swift-syntax") && fetches("swift-numerics"))
        _ = try shell("echo other > lib/keepalive/keepalive-rewrite.stamp")
        try make("install-sources")
        #expect(try fetches("swift-syntax"))
        try make("uninstall")
        #expect(try shell("find . ! -type d") == "")
    }

    @Test("the benchmark goes on where the machine has a sound device of its own")
    func bench() throws {
        let directory = try commands([
            // The "runner": it starts commands, and writes events without a private server.
            "keepalive-run":
                #"while [ "$1" != -- ]; do [ "$1" = --events ] && echo audio-advanced >"$2"; shift; done; shift; exec "$@""#,
            "swift": #"dirname "$0""#, "aplay": "exit 1",
        ])
        let runner = try Runner(
            ["\(Self.root)/scripts/bench/bench", "1"], environment: ["PATH": "\(directory.path):/usr/bin:/bin"],
            path: "/bin/bash")
        #expect(try runner.finish() == 0, "\(runner.errors)")
        #expect(runner.output.contains("runner, silent-audio"))
    }

    @Test("the man page has every command and option, and troff has nothing to say about it")
    func manPage() throws {
        let page = try Runner(["\(Self.root)/scripts/package/man-page", Runner.path], path: "/usr/bin/python3")
        #expect(try page.finish() == 0, "\(page.errors)")
        for expected in [
            ".SS run\n", ".SS ctl location set",
            "\\fB\\-\\-speaks\\fR, \\fB\\-\\-no\\-speaks\\fR",
            "\\fB\\-\\-strategy\\fR \\fINAME\\fR", ".SH EXIT STATUS",
        ] {
            #expect(page.output.contains(expected), "\(expected)")
        }
        let file = try TemporaryFile(page.output, name: "keepalive-run.1")
        let troff = try Runner(["-c", #"groff -man -ww -z -Tutf8 "$1""#, "sh", file.path], path: "/bin/sh")
        #expect(try troff.finish() == 0 && troff.errors.isEmpty, "\(troff.errors)")
    }

    @Test(
        "the shell completes commands, strategies, versions and files",
        arguments: [
            ("keepalive-run ctl thermal", "thermal-state"), ("keepalive-run run --strategy silent", "silent-audio"),
            ("keepalive-run boot --ios 12", "12.4"), ("keepalive-run ctl route head", "headphones"),
            ("keepalive-run ctl wait susp", "suspended"), ("keepalive-run run --energy pixel", "pixel-3"),
            ("keepalive-run run --info-plist Examples/Timer/In", "Examples/Timer/Info.plist"),
        ])
    func completions(line: String, expected: String) throws {
        let script = try Runner.run(["--generate-completion-script", "bash"])
        #expect(script.status == 0)
        let file = try TemporaryFile(script.output, name: "completions.bash")
        let asking = #"""
            source "$1"; cd "$3"; COMP_LINE=$2; COMP_POINT=${#2}; read -ra COMP_WORDS <<<"$2"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
            _keepalive-run keepalive-run "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
            """#
        let shell = try Runner(["-c", asking, "bash", file.path, line, Self.root], path: "/bin/bash")
        #expect(try shell.finish() == 0, "\(shell.errors)")
        #expect(shell.output == expected + "\n", "\(shell.errors)")
    }
}
