import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fixtureDaemon, type FixtureRequest } from "../../testing/fixture-daemon.ts";
import { ao } from "../../testing/run-ao.ts";
import { ago, aProject, aSession, aStatus } from "../../testing/views.ts";

async function aDaemon(handlers: Parameters<typeof fixtureDaemon>[0]) {
  const daemon = await fixtureDaemon(handlers);
  onTestFinished(() => daemon.close());
  return { daemon, people: { env: { ...daemon.env, NO_COLOR: "1" }, width: 80 }, program: { env: daemon.env } };
}

describe("ao stop", () => {
  const ended = { because: "stopped", at: ago(0), rescueRef: "refs/ao/rescue/app-7/1" } as const;
  /** The workspace goes after the daemon has answered. */
  async function stopping() {
    let looks = 0;
    return aDaemon({
      listSessions: () => [
        aStatus({ id: "app-7" }),
        aStatus({ id: "app-9" }),
        aStatus({ id: "gone", phase: "ending" }),
      ],
      stopSession: ({ input }) => aStatus({ id: input["id"] ?? "", phase: "ending" }),
      session: ({ input }) =>
        aSession({
          ...aStatus({
            id: input["id"] ?? "",
            phase: "ended",
            attention: { column: "done", why: "Stopped. Its work is saved at refs/ao/rescue/app-7/1." },
          }),
          ended: ++looks < 3 ? null : ended,
        }),
    });
  }

  test("waits until the work is saved, says where, and how to bring it back", async () => {
    const { people, daemon } = await stopping();
    expect(await ao(people, "stop", "app-7", "--keep")).toEqual({
      code: 0,
      stdout:
        "■ app-7 stopped\n  Stopped. Its work is saved at refs/ao/rescue/app-7/1.\n  bring it back: ao restore app-7\n",
      stderr: "",
    });
    expect(daemon.asked[0]).toMatchObject({ route: "stopSession", input: { id: "app-7", keep: "true" } });
  });

  test("--all and --project stop what is live, and nothing beside named sessions", async () => {
    const { program, daemon } = await stopping();
    expect((await ao(program, "stop", "--all")).stdout).toBe(
      "app-7\tended\trefs/ao/rescue/app-7/1\napp-9\tended\trefs/ao/rescue/app-7/1\n",
    );
    await ao(program, "stop", "--project", "app");
    expect(daemon.asked.filter(({ route }) => route === "listSessions").map(({ input }) => input)).toEqual([
      {},
      { project: "app" },
    ]);
    expect(await ao(program, "stop", "app-7", "--all")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing was stopped"),
    });
  });
});

/** Its workspace is never removed; each look takes twenty seconds. */
async function stuck(more: Parameters<typeof fixtureDaemon>[0] = {}) {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const why = "Not done yet: EACCES: permission denied. Tried again.";
  return aDaemon({
    stopSession: ({ input }) => aStatus({ id: input["id"] ?? "", phase: "ending" }),
    session: ({ input }) => {
      vi.advanceTimersByTime(20_000);
      const status = aStatus({ id: input["id"] ?? "", phase: "ending", attention: { column: "done", why } });
      return aSession({ ...status, ended: null });
    },
    ...more,
  });
}

test("ao stop does not call stopped what has not, and exits 1", async () => {
  const { people, program } = await stuck();
  expect(await ao(people, "stop", "app-7")).toEqual({
    code: 1,
    stdout:
      "✗ app-7 has not stopped yet\n  Not done yet: EACCES: permission denied. Tried again.\n  watch it: ao why app-7\n",
    stderr: "error: app-7 has not stopped after 60 s; the daemon keeps trying\n\ntry: ao why app-7\n or: ao list\n",
  });
  expect(await ao(program, "stop", "app-7")).toMatchObject({ code: 1, stdout: "app-7\tending\t\n" });
});

describe("ao remove-project", () => {
  const live = () => [aStatus({ id: "app-7" }), aStatus({ id: "app-9" })];
  const listProjects = () => [aProject({ id: "app" })];
  const removeProject = ({ input }: FixtureRequest) => ({
    ending: input["stopSessions"] === "true" ? ["app-7", "app-9"] : [],
  });
  const session = ({ input }: FixtureRequest) => {
    const status = aStatus({ id: input["id"] ?? "", phase: "ended", attention: { column: "done", why: "Stopped." } });
    return aSession({ ...status, ended: { because: "stopped", at: ago(0), rescueRef: null } });
  };

  test("names live sessions and stops them only when told to", async () => {
    const { people, program, daemon } = await aDaemon({ listProjects, listSessions: live, removeProject, session });
    const refused = await ao(people, "remove-project", "app");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      [
        "app has 2 live sessions; unfinished work is saved first:",
        "  app-7  Works on the task, turn 1.",
        "  app-9  Works on the task, turn 1.",
        "\rStop them and remove app? [y/N] error: project app has 2 live sessions; nothing was stopped or removed",
        "\ntry: ao remove-project app --yes\n",
      ].join("\n"),
    );
    expect(daemon.asked.map(({ route }) => route)).not.toContain("removeProject");
    expect(await ao(program, "remove-project", "app", "--yes")).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: "app-7\tended\t\napp-9\tended\t\nremoved\tapp\n",
    });
  });

  test("without live sessions asks nothing, and says what stays", async () => {
    const { people } = await aDaemon({ listProjects, listSessions: () => [], removeProject });
    expect(await ao(people, "remove-project", "app")).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: "Removed project app. Its repository, branches and issues stay.\n",
    });
  });

  test("says while it takes long that the project is being removed, and then that it is", async () => {
    let draws = 0;
    const { people } = await aDaemon({
      ...{ listProjects, listSessions: () => [] },
      removeProject: async () => {
        const [before, deadlineMs] = [draws, Date.now() + 5_000];
        while (draws === before && Date.now() < deadlineMs) await new Promise((resolve) => setImmediate(resolve));
        return { ending: [] };
      },
    });
    const now = (): number => (draws += 1);
    const { code, stdout, stderr } = await ao({ ...people, patienceMs: 0, now }, "remove-project", "app");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "Removed project app. Its repository, branches and issues stay.\n",
    });
    expect(stderr).toContain("removing app");
  });

  test("exits 1 when a session does not end", async () => {
    const { people } = await stuck({ listProjects, listSessions: live, removeProject });
    expect(await ao(people, "remove-project", "app", "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("2 sessions have not stopped after 60 s"),
    });
  });
});
