import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runProgram } from "../../lib/run.ts";
import { fixtureDaemon } from "../testing/fixture-daemon.ts";
import { ao } from "../testing/run-ao.ts";
import { aFleet, ago, aProject, aStatus } from "../testing/views.ts";

async function aDaemon(handlers: Parameters<typeof fixtureDaemon>[0]) {
  const daemon = await fixtureDaemon(handlers);
  onTestFinished(() => daemon.close());
  return { daemon, people: { env: { ...daemon.env, NO_COLOR: "1" }, width: 80 }, program: { env: daemon.env } };
}

function aFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "ao-tidy-")));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const aDisk = {
  ...{
    workspaces: 2_100_000_000,
    checks: 300_000_000,
    caches: 0,
    prepared: 0,
    trash: 4_100_000_000,
    logs: 12_000_000,
    data: 9_000_000,
  },
  ...{ free: 90_000_000_000, incomplete: [] },
};

test("ao cleanup says what was freed and what was kept", async () => {
  const { people, program } = await aDaemon({
    cleanup: () => ({
      removed: [{ what: "workspace", path: "/w/app/app-5", bytes: 4_100_000_000 }],
      freedBytes: 4_100_000_000,
      kept: [{ path: "/w/app/app-6", why: "a process still lives in it" }],
      disk: aDisk,
    }),
  });
  expect((await ao(people, "cleanup")).stdout).toBe(
    [
      "✓ workspace  /w/app/app-5                                                 4.1 GB",
      "– kept /w/app/app-6",
      "    a process still lives in it",
      "",
      "1 thing removed, 4.1 GB freed.",
      "In use: workspaces 2.1 GB, checks 300 MB, prepared 0 B, caches 0 B, trash 4.1",
      "GB, logs 12.0 MB, data 9.0 MB; 90.0 GB are free.",
      "",
    ].join("\n"),
  );
  expect((await ao(program, "cleanup")).stdout).toBe(
    "removed\tworkspace\t/w/app/app-5\t4100000000\nkept\ta process still lives in it\t/w/app/app-6\t\n" +
      "used\tworkspaces\t\t2100000000\nused\tchecks\t\t300000000\nused\tprepared\t\t0\nused\tcaches\t\t0\nused\ttrash\t\t4100000000\n" +
      "used\tlogs\t\t12000000\nused\tdata\t\t9000000\n",
  );
});

describe("ao config", () => {
  const text =
    "# ours\nport: 3000 # the port\nprojects:\n  my-app:\n    path: ~/my-app\n    autonomy: fix\nreactions:\n  ci-failed: { retries: 3 }\n";
  function aProjectFolder() {
    const cwd = aFolder();
    const file = join(cwd, "agent-orchestrator.yaml");
    writeFileSync(file, text);
    const at = { cwd, env: { AO_HOME: join(cwd, "home"), LANG: "C.UTF-8", NO_COLOR: "1" } };
    return { file, program: at, people: { ...at, width: 80 } };
  }

  test("get prints the value, and where it comes from", async () => {
    const { program, people } = aProjectFolder();
    expect((await ao(program, "config", "get", "projects.my-app.autonomy")).stdout).toBe("fix\n");
    expect((await ao(people, "config", "get", "reactions.ci-failed.retries")).stdout).toMatch(
      /^reactions\.ci-failed\.retries {2}3 +agent-orchestrator\.yaml:8\n$/,
    );
    expect(JSON.parse((await ao(program, "config", "get", "server.host", "--json")).stdout)).toEqual({
      key: "server.host",
      value: expect.stringContaining("127.0.0.1"),
      from: null,
    });
  });

  test("show lists what is set, line by line, and with --all what is built in", async () => {
    const { program, file } = aProjectFolder();
    expect((await ao(program, "config", "show")).stdout).toBe(
      [
        `port\t3000\t${file}:2`,
        `projects.my-app.path\t~/my-app\t${file}:5`,
        `projects.my-app.autonomy\tfix\t${file}:6`,
        `reactions.ci-failed.retries\t3\t${file}:8`,
        "",
      ].join("\n"),
    );
    expect((await ao(program, "config", "show", "reactions.ci-failed", "--all")).stdout).toContain("\tbuilt in");
  });

  test("prompts lists what agents are told, and prints one to begin with", async () => {
    const { program, people } = aProjectFolder();
    expect((await ao(program, "config", "prompts")).stdout).toContain("start\tA session begins.\n");
    expect((await ao(people, "config", "prompts")).stdout).toMatch(/^start {2,}A session begins\.\n/);
    expect((await ao(program, "config", "prompts", "ci-failed")).stdout).toBe("CI failed: {{errors}}\n");
    const wrong = await ao(people, "config", "prompts", "ci-faild");
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("ao config prompts ci-failed") });
  });

  test("set changes one value and nothing else in the file", async () => {
    const { program, file } = aProjectFolder();
    chmodSync(file, 0o640);
    expect(await ao(program, "config", "set", "projects.my-app.autonomy", "land")).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(readFileSync(file, "utf8")).toBe(text.replace("autonomy: fix", "autonomy: land"));
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test("set refuses what the file may not hold, shows the place, and leaves it as it was", async () => {
    const { people, file } = aProjectFolder();
    const wrong = await ao(people, "config", "set", "projects.my-app.autonomy", "loose");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toMatch(/[;?]\s+[nN]othing\s+was\s+set/);
    const unknown = await ao(people, "config", "set", "reactions.ci-failed.retry", "3");
    expect(unknown.stderr).toMatch(/agent-orchestrator\.yaml: unknown key `retry`; did you\s+mean `retries`\?/);
    expect(unknown.stderr).not.toMatch(/line 1|1 \|/);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test.each([
    ["defaults.autonomy", "loose", "`defaults.autonomy`: expected one of observe, propose, fix, land", "defaults"],
    ["orchestrator.maxParallelAgents", "many", "expected a number, found text", "orchestrator"],
    ["projects.my-app.autonomy", "loose", "expected one of observe, propose, fix, land", "projects"],
  ])("set says what is wrong with the value of %s, not with a line that lacks it", async (key, value, why, topic) => {
    const { program, file } = aProjectFolder();
    writeFileSync(file, `${text}# the last line\n`);
    const { code, stderr } = await ao(program, "config", "set", key, value);
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect(stderr).not.toMatch(/line \d|\d \|/);
    expect(stderr).toContain(`try: ao config-help ${topic}\n`);
  });

  test("set of a key that no block is called like leads to the list of all", async () => {
    const { program } = aProjectFolder();
    const { stderr } = await ao(program, "config", "set", "nonsense", "3");
    expect(stderr).toContain("unknown key `nonsense`");
    expect(stderr).toMatch(/try: ao config-help\n/);
    const near = await ao(program, "config", "set", "reactoins.ci-failed.retries", "3");
    expect(near.stderr).toContain("try: ao config-help reactions\n");
  });

  test("set of a project that the file does not have yet says which it has", async () => {
    const { program } = aProjectFolder();
    expect(await ao(program, "config", "set", "projects.my-ap.autonomy", "land")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("warning: project my-ap is new in this file; did you mean my-app?"),
    });
    expect((await ao(program, "config", "set", "projects.other.path", "~/other")).stderr).toBe("");
  });

  test("a broken file is shown with its line", async () => {
    const { people, file } = aProjectFolder();
    writeFileSync(file, text.replace("retries", "retry"));
    const { stderr } = await ao(people, "config", "show");
    expect(stderr).toContain("  8 |   ci-failed: { retry: 3 }\n");
    expect(stderr).toMatch(/ {4}\| {16}\^{5}\n/);
    expect(stderr).toContain("try: ao config-help reactions");
  });

  test("--home is a file of its own, made when it is first set", async () => {
    const { program } = aProjectFolder();
    const home = program.env.AO_HOME;
    await runProgram({ program: "mkdir", args: [home], timeoutMs: 5_000 });
    await ao(program, "config", "set", "port", "3100", "--home");
    expect(readFileSync(join(home, "config.yaml"), "utf8").trim()).toBe("port: 3100");
    expect(statSync(join(home, "config.yaml")).mode & 0o777).toBe(0o600);
  });

  test("wrong words and folders without a file say what to type", async () => {
    const { program } = aProjectFolder();
    expect(await ao(program, "config", "sett")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("try: ao config set port 3100"),
    });
    expect(await ao(program, "config", "get")).toMatchObject({ code: 2 });
    expect(await ao(program, "config", "set", "port")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("`config set` needs a key and a value; nothing was done"),
    });
    expect((await ao(program, "config", "unset", "port", "3")).stderr).toContain("`config unset` takes one key");
    const empty = { ...program, cwd: aFolder() };
    expect(await ao(empty, "config", "show")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("try: ao init"),
    });
  });
});

test("ao config-help explains all, a block or a key, and names the nearest", async () => {
  const at = { env: { LANG: "C.UTF-8" } };
  expect((await ao(at, "config-help")).stdout.split("\n").length).toBeGreaterThan(200);
  expect((await ao(at, "config-help", "port")).stdout).toMatch(/^port {2}whole number, default 3000\n {4}/);
  expect(await ao(at, "config-help", "reactoins")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("try: ao config-help reactions"),
  });
  expect(JSON.parse((await ao(at, "config-help", "port", "--json")).stdout)).toMatchObject([{ key: "port" }]);
});

test("ao token prints the token of the home", async () => {
  const { program, daemon } = await aDaemon({});
  const token = readFileSync(join(daemon.home, "token"), "utf8").trim();
  expect((await ao(program, "token")).stdout).toBe(`${token}\n`);
  expect(JSON.parse((await ao(program, "token", "--json")).stdout)).toEqual({ token });
});

describe("ao api", () => {
  test("adds the token, and /api where it is missing", async () => {
    const { program, people, daemon } = await aDaemon({
      listProjects: () => [aProject()],
      sendMessage: () => {
        throw new Error("no");
      },
      cleanup: () => ({ removed: [], freedBytes: 0, kept: [], disk: aDisk }),
    });
    expect(JSON.parse((await ao(program, "api", "GET", "/projects")).stdout)).toEqual([aProject()]);
    expect((await ao(people, "api", "get", "api/projects")).stdout).toBe(`${JSON.stringify([aProject()], null, 2)}\n`);
    expect(await ao(program, "api", "POST", "/cleanup", "-d", "{}", "--key", "k")).toMatchObject({ code: 0 });
    expect(daemon.asked.at(-1)).toMatchObject({ route: "cleanup", key: "k" });
  });
  test("passes on a refusal and fails", async () => {
    const { program } = await aDaemon({});
    const refused = await ao(program, "api", "GET", "/nothing");
    expect(refused).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "not_found" } });
    expect(await ao(program, "api", "FETCH", "/x")).toMatchObject({ code: 2 });
  });
});

test("ao dashboard and ao open print a link where there is no browser", async () => {
  const link = "http://127.0.0.1:3000/login#ticket=t";
  const { program, people } = await aDaemon({ loginTicket: () => ({ url: link }), status: () => aStatus() });
  expect(JSON.parse((await ao(program, "dashboard", "--json")).stdout)).toEqual({ url: link });
  expect((await ao(program, "dashboard", "--link")).stdout).toBe(`${link}\n`);
  expect((await ao(people, "dashboard", "--link")).stdout).toContain(link);
  const drawn = (await ao({ ...people, width: 80 }, "dashboard", "--link")).stdout
    .split("\n")
    .filter((line) => /^[▀▄█ ]+$/.test(line));
  expect(new Set(drawn.map((line) => line.length)).size).toBe(1);
  expect(drawn.length).toBeGreaterThan(14);
  expect((await ao({ ...people, width: 20 }, "dashboard", "--link")).stdout).not.toContain("█");
  expect((await ao(program, "open", "app-7", "--in", "browser")).stdout).toBe(`${link}&to=%2Fsessions%2Fapp-7\n`);
  expect(await ao(program, "open", "app-7", "--in", "cupboard")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("  tmux\n"),
  });
});

describe("browsers", () => {
  const [since, until] = [ago(3_600), ago(-3 * 3_600)];
  const phone = {
    id: "3f2a9c71d0be",
    name: "Safari on iPhone \u001b[31m",
    since,
    lastSeen: since,
    until,
    isThis: false,
  };

  test("those that are signed in are listed, and their names obeyed by no terminal", async () => {
    const { program, people } = await aDaemon({ listBrowsers: () => [phone] });
    expect(JSON.parse((await ao(program, "dashboard", "browsers", "--json")).stdout)).toEqual([phone]);
    const shown = (await ao(people, "dashboard", "browsers")).stdout;
    expect(shown).toMatch(/3f2a9c71d0be +Safari on iPhone .* 1h ago +1h ago +3h/);
    expect(shown).not.toContain("\u001b[31m");
    expect((await ao((await aDaemon({ listBrowsers: () => [] })).people, "dashboard", "browsers")).stdout).toContain(
      "No browser is signed in.",
    );
  });

  test("one or all are signed out; which is never guessed", async () => {
    const { daemon, program } = await aDaemon({ signOut: () => ({}), signOutAll: () => ({ signedOut: 3 }) });
    expect((await ao(program, "dashboard", "sign-out", phone.id)).stdout).toBe("1 browser signed out\n");
    expect(daemon.asked.at(-1)).toMatchObject({ route: "signOut" });
    expect((await ao(program, "dashboard", "sign-out", "--all")).stdout).toBe("3 browsers signed out\n");
    for (const args of [[], [phone.id, "--all"]]) {
      const before = daemon.asked.length;
      expect(await ao(program, "dashboard", "sign-out", ...args)).toMatchObject({ code: 2 });
      expect(daemon.asked).toHaveLength(before);
    }
  });
});

describe("completion", () => {
  test("offers verbs, options, names, projects and settings, and is silent without a daemon", async () => {
    const { program } = await aDaemon({ listSessions: () => [...aFleet], listProjects: () => [aProject()] });
    const complete = async (...words: readonly string[]) =>
      (await ao(program, "__complete", "--", ...words)).stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t")[0]);
    expect(await complete("res")).toEqual(["restart", "resume", "restore", "restore-backup"]);
    expect(await complete("status", "app-1")).toEqual(["app-15", "app-12", "app-13", "app-14", "app-16"]);
    expect(await complete("send", "--w")).toEqual(["--wait"]);
    expect(await complete("list", "--project", "")).toEqual(["app"]);
    expect(await complete("completion", "")).toEqual(["zsh", "bash", "fish"]);
    expect(await complete("config", "get", "reactions.ci-failed.ret")).toEqual(["reactions.ci-failed.retries"]);
    expect(await complete("send", "app-7", "a")).toEqual([""]);
    expect(await ao({ env: { AO_HOME: aFolder() } }, "__complete", "--", "status", "a")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("the script of bash asks for words live", async () => {
    const { stdout: script } = await ao({}, "completion", "bash");
    const asked = `${script}\nao() { printf 'app-7\\tRate-limit\\napp 8\\tx\\n'; }\nCOMP_WORDS=(ao status a) COMP_CWORD=2\n_ao\nprintf '%s|' "\${COMPREPLY[@]}"`;
    expect((await runProgram({ program: "bash", args: ["-c", asked], timeoutMs: 10_000 })).stdout).toBe("app-7|app 8|");
  });

  test.each(["zsh", "fish"])("there is one for %s; for another shell the nearest is named", async (shell) => {
    expect((await ao({}, "completion", shell)).stdout).toContain("ao __complete --");
    expect(await ao({}, "completion", `${shell}x`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`try: ao completion ${shell}`),
    });
  });
});
