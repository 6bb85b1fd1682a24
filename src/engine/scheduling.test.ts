import { expect, test } from "vitest";
import { anEngine, anEngineAtRest, type EngineRig } from "../../test/fixtures/daemon-engine.ts";
import { seen } from "../../test/fixtures/daemon-news.ts";
import { aChange, queued, reported } from "../../test/fixtures/domain.ts";
import { aSpecialist, aRules, landing, type SpecialRules } from "../../test/fixtures/rules.ts";
import { changeId, issueId, sessionId } from "../domain/model/ids.ts";
import type { Store } from "../store/open.ts";

function aFleet(rules: SpecialRules = {}): Promise<EngineRig> {
  return anEngine({ rules: aRules(rules) });
}

function started({ store }: EngineRig): readonly string[] {
  return store.sessions.board().flatMap(({ id, issue }) => (issue === "41" ? [] : [id]));
}

test("an issue starts a session with a name, a branch and a task of its own", async () => {
  const rig = await aFleet();
  rig.take(seen("50", { title: "Fix the cart", text: "It loses items." }));
  expect(rig.store.sessions.get(sessionId("app-fix-the-cart"))).toMatchObject({
    branch: "agent/fix-the-cart",
    title: "Fix the cart",
    task: "Fix the cart\n\nIt loses items.",
    role: { kind: "worker", issue: "50" },
    agent: { plugin: "command", runtime: "process", workspace: "worktree", credential: "key", specialist: null },
    forced: false,
  });
  expect(rig.store.issues.get(issueId("50"))?.assigned).toBe("app-fix-the-cart");
});

test("its id and branch are called as the project wants it", async () => {
  const rig = await aFleet({ naming: { prefix: "shop", branch: "bots/{{ name }}-work" } });
  rig.take(seen("50", { title: "Fix the cart" }));
  expect(rig.store.sessions.get(sessionId("shop-fix-the-cart"))?.branch).toBe("bots/fix-the-cart-work");
});

test("a name whose branch another session has is not given out again", async () => {
  const rig = await aFleet();
  rig.take(seen("50", { title: "Fix it" }));
  const [row] = rig.rows<{ doc: string }>("SELECT doc FROM inbox WHERE kind = 'command_given'");
  const { command } = JSON.parse(row?.doc ?? "");
  const other = { ...command.session, id: "app-other", branch: "agent/fix-me", forced: true };
  rig.take({ kind: "command_given", by: { kind: "person", name: "maria" }, command: { ...command, session: other } });
  rig.take(seen("51", { title: "Fix me" }));
  expect(started(rig)).toContain("app-fix-me-2");
});

test("issues of one title that come together get sessions of different names", async () => {
  const rig = await aFleet();
  rig.take(seen("50", { title: "Fix it" }), seen("51", { title: "Fix it!" }), seen("52", { title: "fix IT" }));
  expect(started(rig)).toEqual(["app-fix-it", "app-fix-it-2", "app-fix-it-3"]);
  expect(rig.rows("SELECT branch FROM sessions WHERE id LIKE 'app-fix%' ORDER BY id")).toEqual([
    { branch: "agent/fix-it" },
    { branch: "agent/fix-it-2" },
    { branch: "agent/fix-it-3" },
  ]);
});

test("the name of a session that ended stays taken", async () => {
  const rig = await aFleet();
  rig.take(seen("50", { title: "Fix it" }));
  const session = sessionId("app-fix-it");
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "stop", session, keepWorkspace: false },
  });
  await rig.pass(60_000);
  expect(rig.store.sessions.get(session)?.phase.kind).toBe("ended");
  rig.take(seen("51", { title: "Fix it" }));
  expect(started(rig)).toEqual(["app-fix-it-2"]);
});

test("hostile titles become plain names", async () => {
  const rig = await aFleet();
  const titles = ["--upload-pack=evil", "../../.git/hooks", "🚀", "", "x".repeat(200)];
  rig.take(...titles.map((title, n) => seen(`h${n}`, { title, text: "do it", priority: n })));
  const names = ["upload-pack-evil", "git-hooks", "issue-2", "issue-3", "x".repeat(48)];
  expect(started(rig).toSorted()).toEqual(names.map((name) => `app-${name}`).toSorted());
});

test("a specialist brings its own tool, and the project lends the workspace", async () => {
  const specialist = aSpecialist("css", { agent: "painter", runtime: "tmux", credential: "paint", labels: ["css"] });
  const rig = await aFleet({ specialists: [specialist] });
  rig.take(seen("50", { title: "Paint it", labels: ["css"] }));
  expect(rig.store.sessions.get(sessionId("app-paint-it"))?.agent).toEqual({
    plugin: "painter",
    runtime: "tmux",
    workspace: "worktree",
    credential: "paint",
    specialist: "css",
  });
});

test("an issue is given out once, however often it is seen", async () => {
  const rig = await aFleet();
  rig.take(seen("50", { title: "Fix it" }));
  rig.take(seen("50", { title: "Fix it", version: 2, labels: ["new"] }));
  await rig.pass(60_000);
  expect(started(rig)).toEqual(["app-fix-it"]);
});

test("a second worker on an issue is refused when its turn comes, unless a person forced it", async () => {
  const rig = await aFleet();
  rig.take(seen("50", { title: "Fix it" }));
  const [command] = rig.rows<{ doc: string }>("SELECT doc FROM inbox WHERE kind = 'command_given'");
  const { command: start } = JSON.parse(command?.doc ?? "");
  const again = (name: string, forced: boolean): void =>
    rig.take({
      kind: "command_given",
      by: { kind: "person", name: "maria" },
      command: { ...start, session: { ...start.session, id: name, branch: `agent/${name}`, forced } },
    });
  again("app-second", false);
  expect(started(rig)).toEqual(["app-fix-it"]);
  again("app-forced", true);
  expect(started(rig)).toEqual(["app-fix-it", "app-forced"]);
  expect(rig.complaints).toEqual([]);
});

test.for<[where: string, isHeld: boolean, planned: number]>([
  ["lives where the project is now begins and lands", true, 1],
  ["stayed where the project was before waits there", false, 0],
])("what %s", async ([, isHeld, planned]) => {
  const change = aChange({ id: changeId("c2"), session: null, round: reported("passed"), queue: queued() });
  const facts = (store: Store) => store.changes.save(change, { dueMs: null });
  const rig = anEngineAtRest({ rules: aRules(landing), facts });
  rig.plugins.holds = () => isHeld;
  await rig.start();
  rig.take(seen("50"));
  expect([started(rig).length, rig.store.candidates.live().length]).toEqual([planned, planned]);
});
