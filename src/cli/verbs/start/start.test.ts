import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fixtureDaemon, FixtureRefusal, type FixtureRequest } from "../../testing/fixture-daemon.ts";
import { ao } from "../../testing/run-ao.ts";
import { aProject, aStatus } from "../../testing/views.ts";

type Started = { readonly stopped?: readonly string[]; readonly refused?: FixtureRefusal };

async function aDaemon({ stopped = [], refused }: Started = {}, projects = [aProject()]) {
  const daemon = await fixtureDaemon({
    listProjects: () => projects,
    startSession: ({ input }) => {
      if (refused !== undefined && input["name"] !== "fine") throw refused;
      return { id: `app-${input["name"] ?? "fix-it"}`, stopped: [...stopped] };
    },
    status: ({ input }) =>
      aStatus({
        id: input["id"] ?? "",
        title: "Fix it",
        phase: "preparing",
        attention: { code: "preparing", why: "Creating its workspace." },
      }),
  });
  onTestFinished(() => daemon.close());
  return { daemon, people: { env: { ...daemon.env, NO_COLOR: "1" }, width: 80 }, program: { env: daemon.env } };
}

const started = (asked: readonly FixtureRequest[]) =>
  asked.filter(({ route }) => route === "startSession").map(({ input }) => input);

describe("ao new", () => {
  test("tells which variables of this shell the daemon takes, and which it no longer has", async () => {
    const daemon = await fixtureDaemon({
      listProjects: () => [aProject()],
      takeEnvironment: () => ({ changed: ["PATH", "OPENAI_API_KEY", "GITHUB_TOKEN"] }),
      startSession: () => ({ id: "app-fix-it", stopped: [] }),
      status: () => aStatus({ id: "app-fix-it" }),
    });
    onTestFinished(() => daemon.close());
    const env = { ...daemon.env, PATH: "/usr/bin", OPENAI_API_KEY: "a-key" };
    expect((await ao({ env }, "new", "Fix it")).stderr).toBe(
      [
        "The daemon now uses PATH, OPENAI_API_KEY from this shell.",
        "The daemon no longer has GITHUB_TOKEN, which this shell does not set.",
        "",
      ].join("\n"),
    );
  });

  test("shows people what was started and how to watch it", async () => {
    const { people } = await aDaemon({ stopped: ["app-old"] });
    expect((await ao(people, "new", "Fix", "it")).stdout).toBe(
      [
        "○ app-fix-it  Fix it",
        "  Creating its workspace.",
        "  branch agent/app-fix-it",
        "",
        "watch: ao attach app-fix-it",
        "an earlier one can be brought back: ao restore app-old",
        "",
      ].join("\n"),
    );
  });

  test("prints programs the id, and { id } as JSON", async () => {
    const { program } = await aDaemon();
    expect(await ao(program, "new", "Fix it")).toEqual({ code: 0, stdout: "app-fix-it\n", stderr: "" });
    expect(JSON.parse((await ao(program, "spawn", "Fix it", "--json")).stdout)).toEqual({ id: "app-fix-it" });
  });

  test.each([
    [["Fix it"], { title: "Fix it" }],
    [["41"], { issue: "41" }],
    [["Fix it", "--after", "app-6"], { title: "Fix it", after: "app-6" }],
    [["#41"], { issue: "#41" }],
    [["ENG-12"], { issue: "ENG-12" }],
    [["https://example.com/o/r/issues/41"], { issue: "https://example.com/o/r/issues/41" }],
    [["Tidy", "--issue", "41"], { title: "Tidy", issue: "41" }],
    [["--prompt", "Do this"], { prompt: "Do this" }],
    [
      [
        "T",
        "--name",
        "n",
        "--branch",
        "b",
        "--base",
        "v1",
        "--agent",
        "codex",
        "--runtime",
        "process",
        "--workspace",
        "clone",
        "--force",
      ],
      {
        title: "T",
        name: "n",
        branch: "b",
        base: "v1",
        agent: "codex",
        runtime: "process",
        workspace: "clone",
        force: true,
      },
    ],
  ])("%j asks for %j", async (args, wanted) => {
    const { program, daemon } = await aDaemon();
    expect(await ao(program, "new", ...args)).toMatchObject({ code: 0 });
    expect(started(daemon.asked)).toEqual([{ projectId: "app", ...wanted }]);
  });

  test("takes a prompt from stdin", async () => {
    const { program, daemon } = await aDaemon();
    await ao({ ...program, stdin: "a long task" }, "new", "T", "--prompt", "-");
    expect(started(daemon.asked)).toEqual([{ projectId: "app", title: "T", prompt: "a long task" }]);
  });

  test("without a word about what to do starts nothing", async () => {
    const { program, daemon } = await aDaemon();
    expect(await ao(program, "new")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no session was started\n\ntry: ao new"),
    });
    expect(daemon.asked).toEqual([]);
  });

  test("an issue that has a session is said, with what to do instead", async () => {
    const { people } = await aDaemon({
      refused: new FixtureRefusal(409, {
        code: "issue_taken",
        message: "#41 already has a session: app-7; a second one was not started",
        candidates: ["app-7"],
        try: "ao attach app-7",
      }),
    });
    expect(await ao(people, "new", "41")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: #41 already has a session: app-7; a second one was not started\n\n  app-7\n\ntry: ao attach app-7\n",
    });
  });
});

describe("the project that is meant", () => {
  const folder = (): string => {
    const path = realpathSync(mkdtempSync(join(tmpdir(), "ao-which-")));
    onTestFinished(() => rmSync(path, { recursive: true }));
    mkdirSync(join(path, "inner/deep"), { recursive: true });
    return path;
  };

  test("is the innermost around the current folder", async () => {
    const path = folder();
    const { program, daemon } = await aDaemon({}, [
      aProject({ id: "outer", path }),
      aProject({ id: "inner", path: join(path, "inner") }),
      aProject({ id: "twin", path: `${path}/inn` }),
    ]);
    await ao({ ...program, cwd: join(path, "inner/deep") }, "new", "x");
    await ao({ ...program, cwd: path }, "new", "x");
    await ao({ ...program, cwd: path }, "new", "x", "--project", "twin");
    expect(started(daemon.asked).map(({ projectId }) => projectId)).toEqual(["inner", "outer", "twin"]);
  });

  test("is asked for when it is not clear, and when there is none", async () => {
    const several = await aDaemon({}, [aProject({ id: "a", path: "/a" }), aProject({ id: "b", path: "/b" })]);
    expect(await ao(several.people, "new", "x")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("  a\n  b\n\ntry: ao new --project a"),
    });
    const none = await aDaemon({}, []);
    expect(await ao(none.people, "new", "x")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("try: ao start ."),
    });
  });
});

describe("ao create", () => {
  test("makes named sessions that wait for a prompt", async () => {
    const { program, people, daemon } = await aDaemon();
    expect((await ao(program, "create", "docs", "tests", "--agent", "codex")).stdout).toBe("app-docs\napp-tests\n");
    expect(started(daemon.asked)).toEqual(
      ["docs", "tests"].map((name) => ({ agent: "codex", projectId: "app", name, title: name, prompt: "" })),
    );
    expect(JSON.parse((await ao(program, "create", "docs", "--json")).stdout)).toEqual([{ id: "app-docs" }]);
    expect((await ao(people, "create", "docs")).stdout).toBe(
      '○ app-docs\n\ntell one what to do: ao prompt app-docs "Write the guide"\n',
    );
  });

  test("keeps those that worked, and fails for the one that did not", async () => {
    const { program } = await aDaemon({
      refused: new FixtureRefusal(409, { code: "conflict", message: "bad was not started: the disk is full" }),
    });
    expect(await ao(program, "create", "bad", "fine")).toEqual({
      code: 1,
      stdout: "app-fine\n",
      stderr: "error: bad was not started: the disk is full\n",
    });
  });
});
