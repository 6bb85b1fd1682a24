import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bubblewrapForTests } from "../../../test/fixtures/bubblewrap.ts";
import { aMachine, asAgent, confineLaunch, environmentIn, textOf } from "../../../test/fixtures/confined.ts";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../run.ts";
import { noSandbox } from "./sandbox.ts";

const sandbox = (await bubblewrapForTests()) ?? noSandbox;

/** What lets its reader act in a person's name, and where tools keep it. */
const CREDENTIALS = [
  ".ssh/id_ed25519",
  ".aws/credentials",
  ".netrc",
  ".config/gh/hosts.yml",
  ".config/gcloud/credentials.db",
  ".git-credentials",
  ".config/google-chrome/Default/Login Data",
  ".bash_history",
  ".docker/config.json",
  ".kube/config",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  ".config/github-copilot/apps.json",
  "snap/firefox/common/.mozilla/firefox/profile/logins.json",
  ".config/microsoft-edge/Default/Login Data",
  ".config/Code/User/globalStorage/state.vscdb",
  ".config/rclone/rclone.conf",
  ".config/sops/age/keys.txt",
  ".fly/config.yml",
  ".local/share/com.vercel.cli/auth.json",
  ".config/netlify/config.json",
  ".s3cfg",
  ".boto",
  ".terraformrc",
  ".hex/hex.config",
  ".cache/huggingface/token",
  ".local/share/fish/fish_history",
  ".python_history",
  ".psql_history",
  ".cargo/credentials.toml",
  "a-file-of-a-tool-that-nobody-knows",
];

describe.skipIf(sandbox.name === "none")("the home in bubblewrap", () => {
  test("shows no credential of the person, of other agents, or of tools that nobody knows", async () => {
    const machine = await aMachine();
    for (const file of CREDENTIALS) put(join(machine.home, file), "the person's secret\n");
    const each = CREDENTIALS.map((file) => `cat "$HOME/${file}"`).join("; ");
    const script = `${each}; grep -rs "the person's secret" "$HOME" /run /var /srv /mnt /home`;
    const free = await asAgent(each, { machine, sandbox: noSandbox });
    expect(free.stdout.match(/secret/g)).toHaveLength(CREDENTIALS.length);
    expect((await asAgent(script, { machine, sandbox })).stdout).toBe("");
  });

  test("has no socket of a container engine", async () => {
    const machine = await aMachine();
    const socket = join(machine.home, ".docker/run/docker.sock");
    mkdirSync(dirname(socket), { recursive: true });
    const server = createServer((connection) => connection.end("hello"));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    const connect = `import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print(s.recv(9))`;
    const script = `python3 -c '${connect}' "${socket}"`;
    expect((await asAgent(script, { machine, sandbox: noSandbox })).stdout).toContain("hello");
    expect((await asAgent(script, { machine, sandbox })).stderr).toMatch(/FileNotFoundError|No such file/);
  });

  test("takes what tools keep to folders of ours, and nothing reaches those of the person", async () => {
    const machine = await aMachine();
    const programs = [
      ".deno/bin/deno",
      ".npm/_npx/1/tool",
      ".cache/pre-commit/hook",
      ".mix/archives/a",
      ".gradle/native/n",
    ];
    for (const file of programs) put(join(machine.home, file), "the person's");
    const plant = programs.map((file) => `mkdir -p ~/${dirname(file)}; echo planted > ~/${file}`).join("; ");
    expect(await asAgent(plant, { machine, sandbox })).toMatchObject({ code: 0, stderr: "" });
    expect(programs.map((file) => textOf(join(machine.home, file)))).toEqual(programs.map(() => "the person's"));
    // What is a cache is there again for the next one; the rest was scratch.
    const { stdout } = await asAgent("cat ~/.npm/_npx/1/tool ~/.cache/pre-commit/hook ~/.deno/bin/deno", {
      machine,
      sandbox,
    });
    expect(stdout).toBe("planted\nplanted\n");
  });

  test("has a cache for each tool, also for one that was never used, which the next program finds again", async () => {
    const machine = await aMachine();
    const caches = [
      ...[".cache/go-build", ".cache/uv", ".npm/_cacache", ".local/share/pnpm/store/v10", "go/pkg/mod", ".yarn/berry"],
      ...[".cargo/registry/index", ".m2/repository/a", ".gradle/caches/modules-2", ".nuget/packages", ".bundle/cache"],
    ];
    for (const cache of caches) expect(existsSync(join(machine.home, cache))).toBe(false);
    const fill = caches.map((cache) => `mkdir -p ~/${cache} && echo filled > ~/${cache}/file`).join(" && ");
    expect(await asAgent(fill, { machine, sandbox })).toMatchObject({ code: 0, stderr: "" });
    const { stdout } = await asAgent(`cat ${caches.map((cache) => `~/${cache}/file`).join(" ")}`, { machine, sandbox });
    expect(stdout).toBe("filled\n".repeat(caches.length));
    for (const cache of caches) expect(existsSync(join(machine.home, cache))).toBe(false);
  });

  test("shows tools that lie in it, with what they are made of, and without their logins", async () => {
    const machine = await aMachine();
    const { home } = machine;
    // A prefix with libraries, a link into packages, a tool whose link leads to its version, and a script of the person.
    program(join(home, ".nvm/versions/node/v1/bin/one"), 'cat "$(dirname "$0")/../lib/one.txt"');
    put(join(home, ".nvm/versions/node/v1/lib/one.txt"), "one\n");
    put(join(home, ".nvm/versions/node/v1/etc/npmrc"), "//mirror/:_authToken=secret");
    program(join(home, ".local/lib/node_modules/two/cli.sh"), 'cat "$(dirname "$(readlink -f "$0")")/two.txt"');
    put(join(home, ".local/lib/node_modules/two/two.txt"), "two\n");
    program(join(home, ".local/share/three/versions/1/three"), 'cat "$(dirname "$(readlink -f "$0")")/three.txt"');
    put(join(home, ".local/share/three/versions/1/three.txt"), "three\n");
    put(join(home, ".local/share/other/token"), "secret");
    program(join(home, "scripts/four"), "echo four; cat ~/scripts/.env");
    symlinkSync("four", join(home, "scripts/five"));
    put(join(home, "scripts/.env"), "secret");
    mkdirSync(join(home, ".local/bin"), { recursive: true });
    symlinkSync("../lib/node_modules/two/cli.sh", join(home, ".local/bin/two"));
    symlinkSync(join(home, ".local/share/three/versions/1/three"), join(home, ".local/bin/three"));
    const folders = [".nvm/versions/node/v1/bin", ".local/bin", "scripts", "."].map((folder) => join(home, folder));
    const env = { PATH: [...folders, process.env["PATH"]].join(":") };
    const script =
      "one; two; three; four; five; cat ~/.nvm/versions/node/v1/etc/npmrc ~/.local/share/other/token; rm -rf ~/.local/bin/two";
    const { stdout } = await asAgent(script, { machine, sandbox, env });
    expect(stdout).toBe("one\ntwo\nthree\nfour\nfour\n");
    expect(existsSync(join(home, ".local/bin/two"))).toBe(true);
  });

  test("shows no folder of a thousand programs, nor one that holds more than programs", async () => {
    const machine = await aMachine();
    const [many, data] = [join(machine.root, "System32"), join(machine.root, "data")];
    for (let n = 0; n < 100; n++) program(join(many, `tool-${n}.exe`), "echo ran");
    program(join(data, "tool"), "echo ran");
    put(join(data, "table.csv"), "secret");
    const env = { PATH: `${many}:${data}:${machine.root}/none:${process.env["PATH"] ?? ""}` };
    const script = `tool; tool-1.exe; cat "${data}/table.csv"`;
    expect((await asAgent(script, { machine, sandbox, env })).stdout).toBe("ran\n");
  });

  test("shows the program itself wherever it lies, and nothing beside it", async () => {
    const machine = await aMachine();
    const { home, root } = machine;
    const [many, shared] = [join(root, "System32"), join(root, "shared")];
    for (let n = 0; n < 100; n++) program(join(many, `tool-${n}.exe`), "echo ran");
    program(join(home, "tool"), "cat ~/notes; echo ran");
    put(join(home, "notes"), "secret");
    program(join(shared, "tool"), 'cat "$(dirname "$0")/letter"; echo ran');
    put(join(shared, "letter"), "secret");
    chmodSync(shared, 0o1777);
    const ran = async (word: string, PATH: string) => {
      const inside = { machine, sandbox, env: { PATH: `${PATH}:${process.env["PATH"] ?? ""}` } };
      const [outer, ...args] = await confineLaunch([word], inside);
      return (
        await runProgram({ program: outer, args, cwd: machine.worktree, env: environmentIn(inside), timeoutMs: 30_000 })
      ).stdout;
    };
    expect(await ran("tool", home)).toBe("ran\n");
    expect(await ran("tool-7.exe", many)).toBe("ran\n");
    expect(await ran(join(shared, "tool"), "")).toBe("ran\n");
  });

  test("that is a link elsewhere is empty there, and tools find themselves by either path", async () => {
    const machine = await aMachine();
    const link = join(machine.root, "link");
    symlinkSync(machine.home, link);
    program(join(machine.home, ".tool/bin/tool"), "echo found");
    const env = { HOME: link, PATH: `${link}/.tool/bin:${process.env["PATH"] ?? ""}` };
    const script = `tool; touch ~/made; ls -d ~/made "${machine.home}/made"; cat ~/.netrc "${machine.home}/.netrc"`;
    const { stdout } = await asAgent(script, { machine, sandbox, env });
    expect(stdout).toBe(`found\n${link}/made\n${machine.home}/made\n`);
  });

  test("has the person's name and manners for git, and neither a credential nor a program of theirs", async () => {
    const machine = await aMachine();
    put(
      join(machine.home, ".gitconfig"),
      `[user]\n name = "A \\"quoted\\" Name"\n email = a@b.c\n[include]\n path = more\n[credential]\n helper = store
[alias]\n st = status -s\n leak = !curl -H token:1\n[core]\n excludesFile = ~/.ignore\n fsmonitor = evil\n hooksPath = /evil
[url "https://me:pw@host/"]\n insteadOf = host:\n[url "https://plain/"]\n insteadOf = plain:\n[http "https://x"]\n extraHeader = Authorization: 1\n`,
    );
    put(join(machine.home, "more"), "[init]\n defaultBranch = trunk\n[commit]\n gpgsign = true\n");
    put(join(machine.home, ".ignore"), "ignored\n");
    const script = `git config --global --list --name-only; git config user.name; touch ignored; git status --short
      git config --global user.name Other && git config user.name`;
    const { stdout, stderr } = await asAgent(script, { machine, sandbox });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      ...["user.name", "user.email", "init.defaultbranch", "alias.st", "core.excludesfile"],
      ...["url.https://plain/.insteadof", 'A "quoted" Name', "Other", ""],
    ]);
    expect(textOf(join(machine.home, ".gitconfig"))).toContain("quoted");
  });

  test("shows what the settings open, but for the daemon's own", async () => {
    const machine = await aMachine();
    put(join(machine.home, "data/table"), "opened\n");
    const opened = { read: ["~/data", machine.ao], write: ["~/kept"] };
    mkdirSync(join(machine.home, "kept"));
    const script = `cat ~/data/table "${machine.ao}/token"; echo x > ~/data/new; echo kept > ~/kept/file`;
    const { stdout } = await asAgent(script, { machine, sandbox, opened });
    expect(stdout).toBe("opened\n");
    expect([existsSync(join(machine.home, "data/new")), textOf(join(machine.home, "kept/file"))]).toEqual([
      false,
      "kept\n",
    ]);
  });

  test("lets npm from a prefix in it install and keep what it downloads", async () => {
    const npm = findProgram("npm");
    if (npm === null) return;
    const machine = await aMachine();
    const script = `npm config get cache; npm init -y >/dev/null && mkdir dep && echo '{"name":"dep","version":"1.0.0"}' > dep/package.json &&
      npm install --no-audit --no-fund ./dep >/dev/null && ls node_modules`;
    const { stdout } = await asAgent(script, { machine, sandbox });
    expect(stdout).toBe(`${join(machine.home, ".npm")}\ndep\n`);
  });
});

describe.skipIf(sandbox.name === "none")("the system in bubblewrap", () => {
  test("has no other home, no sockets and no data of services", async () => {
    const machine = await aMachine();
    const { stdout } = await asAgent("ls -A / /run /var/lib | sort -u", { machine, sandbox });
    const names = stdout.split("\n");
    for (const name of ["srv", "mnt", "media", "boot", "docker.sock", "systemd", "dbus", "docker"])
      expect(names).not.toContain(name);
    expect(names).toEqual(expect.arrayContaining(["usr", "etc", "bin", "proc", "dev", "tmp"]));
  });

  test.runIf(process.getuid?.() === 0)("does not show root what only root may read", async () => {
    const machine = await aMachine();
    const { stdout } = await asAgent("cat /etc/shadow /etc/gshadow; ls -A /etc/ssl/private", { machine, sandbox });
    expect(stdout).toBe("");
  });

  test("has settings of the kernel that nobody changes", async () => {
    const machine = await aMachine();
    const write = (file: string): string => `v=$(cat ${file}) && echo "$v" > ${file} && echo written`;
    const { stdout } = await asAgent(
      [
        write("/proc/sys/vm/swappiness"),
        write("/proc/sys/kernel/core_pattern"),
        "echo > /proc/sysrq-trigger && echo written",
      ].join("; "),
      { machine, sandbox },
    );
    expect(stdout).toBe("");
  });

  test("resolves names and knows its users", async () => {
    const machine = await aMachine();
    expect(await asAgent("getent hosts localhost && getent passwd root", { machine, sandbox })).toMatchObject({
      code: 0,
    });
  });
});

const program = (file: string, script: string): void => put(file, `#!/bin/sh\n${script}\n`, 0o755);

function put(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
}
