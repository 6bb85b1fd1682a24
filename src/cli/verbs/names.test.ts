/** Which session a name means, by the folder in which it is typed. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { fixtureDaemon, FixtureRefusal } from "../testing/fixture-daemon.ts";
import { ao } from "../testing/run-ao.ts";
import { aProject, aSession, aStatus } from "../testing/views.ts";

const projectAt = { "app-a": "app", "web-a": "web", "web-41": "web" } as const;

/** Two projects with a session `a` each; issue 41 has two sessions in one of them. */
async function twoProjects() {
  const folder = aFolder();
  const [app, web] = [join(folder, "app"), join(folder, "web")];
  for (const path of [app, join(web, "src")]) mkdirSync(path, { recursive: true });
  const find = (id = ""): { readonly id: string; readonly project: string } => {
    const found = Object.entries(projectAt).find(([one]) => one === id);
    if (found !== undefined) return { id: found[0], project: found[1] };
    const candidates = id === "a" ? ["app-a", "web-a"] : ["web-a", "web-41"];
    throw new FixtureRefusal(409, {
      code: "ambiguous",
      message: `${id} names several sessions; nothing was done`,
      candidates,
    });
  };
  const daemon = await fixtureDaemon({
    listProjects: () => [aProject({ id: "app", path: app }), aProject({ id: "web", path: web })],
    session: ({ input }) => aSession(find(input["id"])),
    status: ({ input }) => aStatus(find(input["id"])),
    interrupt: ({ input }) => aStatus(find(input["id"])),
    logs: ({ input }) => [`log of ${find(input["id"]).id}\n`],
  });
  onTestFinished(() => daemon.close());
  return { ...{ daemon, folder, app }, web: join(web, "src"), env: { ...daemon.env, NO_COLOR: "1" } };
}

test("a name that several projects have means the one around the folder, also for orders and logs", async () => {
  const { app, web, env, daemon } = await twoProjects();
  for (const [cwd, id] of [[app, "app-a"] as const, [web, "web-a"] as const]) {
    expect((await ao({ env, cwd }, "status", "a")).stdout).toContain(`id\t${id}\n`);
    expect(await ao({ env, cwd }, "logs", "a")).toMatchObject({ code: 0, stdout: `log of ${id}\n` });
    expect(await ao({ env, cwd }, "interrupt", "a")).toMatchObject({ code: 0 });
    const [first, second] = daemon.asked.filter(({ route }) => route === "interrupt").slice(-2);
    expect([first?.input["id"], second?.input["id"]]).toEqual(["a", id]);
    expect(first?.key).not.toBe(second?.key);
  }
});

test("outside of every project, and where one project has several, nothing is done and all are named", async () => {
  const { folder, web, env } = await twoProjects();
  for (const [cwd, name, id] of [[folder, "a", "app-a"] as const, [web, "41", "web-41"] as const]) {
    const refused = await ao({ env, cwd }, "interrupt", name);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(`error: ${name} names several sessions; nothing was done`);
    expect(refused.stderr).toContain(id);
  }
});
