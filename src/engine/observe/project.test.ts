/** What a look at a project reads, beside what its tracker lists. */
import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../../test/fixtures/daemon-engine.ts";
import type { Answer } from "../../../test/fixtures/daemon-plugins.ts";
import { anIssueSnapshot, aProject, check } from "../../../test/fixtures/domain.ts";
import { app, aRules } from "../../../test/fixtures/rules.ts";
import { issueId } from "../../domain/model/ids.ts";
import type { IssueSnapshot } from "../../domain/issue/issue.ts";
import { limits } from "../../domain/model/limits.ts";
import { failed } from "../../slots/result.ts";

const LOOK_MS = 30_000;
const closed = { kind: "closed", as: "done" } as const;
const ids = (...names: readonly string[]) => names.map(issueId);
const issue = (id: string, special: Partial<IssueSnapshot> = {}) => anIssueSnapshot({ id: issueId(id), ...special });

type Wishes = { readonly read?: (id: string) => Answer; readonly prepare?: (rig: EngineRig) => void };

/** Of a tracker that lists these issues once. */
async function looked(listed: readonly IssueSnapshot[], { read, prepare }: Wishes = {}): Promise<EngineRig> {
  const rig = await anEngine();
  prepare?.(rig);
  const left = [...listed];
  rig.plugins.on("tracker.since", () => ({ value: { issues: left.splice(0), cursor: "2" } }));
  rig.plugins.on("tracker.read", ({ args }) => read?.(String(args[0])) ?? failed("unavailable", "It broke."));
  await rig.pass(LOOK_MS);
  return rig;
}

const asked = (rig: EngineRig) => rig.plugins.asked("tracker.read");

test.for<[what: string, listed: readonly IssueSnapshot[], read: readonly string[]]>([
  ["one that two wait for, once", [issue("1", { blockedBy: ids("7") }), issue("2", { blockedBy: ids("7") })], ["7"]],
  ["none of an issue that is closed", [issue("1", { blockedBy: ids("7"), state: closed })], []],
  ["none of one that the settings do not ask for", [issue("1", { blockedBy: ids("7"), isWanted: false })], []],
  ["none that is listed itself", [issue("1", { blockedBy: ids("7") }), issue("7")], []],
])("of what issues wait for is read %s", async ([, listed, read]) => {
  expect(asked(await looked(listed))).toEqual(read);
});

test("a base that nothing checked is checked where it is, once its forge has checks", async () => {
  const health = { kind: "unchecked", hasChecks: false } as const;
  const base = { ...aProject().base, health };
  const rig = await anEngine({
    rules: aRules({ checks: [] }),
    facts: (store) => store.projects.save(aProject({ base })),
  });
  const head = { commit: base.head, tree: base.tree };
  let baseHasChecks = false;
  rig.plugins.on("scm.since", () => ({ value: { changes: [], base: head, baseHasChecks, cursor: "2" } }));
  rig.plugins.on("checks.run", () => ({ value: [check("passed", "base-1")] }));
  await rig.pass(LOOK_MS);
  expect(rig.store.projects.get(app)?.base.health).toEqual(health);
  baseHasChecks = true;
  await rig.pass(LOOK_MS);
  expect(rig.store.projects.get(app)?.base.health).toEqual({ kind: "green" });
});

test("of many blockers some are read at a time", async () => {
  const many = Array.from({ length: limits.missingReadMax + 1 }, (_, n) => `b${100 + n}`);
  const rig = await looked([issue("1", { blockedBy: ids(...many) })]);
  expect(asked(rig)).toEqual(many.slice(0, -1));
  await rig.pass(LOOK_MS);
  expect(asked(rig)).toEqual(many);
});

test("a blocker that could not be read is asked for again, after a while", async () => {
  const rig = await looked([issue("1", { blockedBy: ids("7") })]);
  await rig.pass(limits.blockerAskedAgainMs - LOOK_MS);
  expect(asked(rig)).toEqual(["7"]);
  await rig.pass(LOOK_MS);
  expect(asked(rig)).toEqual(["7", "7"]);
});

test("when one blocker meets a limit, no other is asked for until it is over", async () => {
  let isLimited = true;
  const limit = failed("rate_limited", "Slow down.", 45_000);
  const read = (id: string): Answer => (isLimited ? limit : { value: issue(id, { state: closed }) });
  const rig = await looked([issue("1", { blockedBy: ids("7", "8") })], { read });
  expect(asked(rig)).toEqual(["7"]);
  isLimited = false;
  await rig.pass(2 * LOOK_MS);
  expect(asked(rig)).toEqual(["7", "8"]);
});

test("a blocker that was not listed is not wanted, unless the tracker says so itself", async () => {
  const read = (id: string): Answer => ({ value: issue(id, id === "8" ? { isWanted: true } : {}) });
  const { store } = await looked([issue("1", { blockedBy: ids("7", "8") })], { read });
  expect(ids("7", "8").map((id) => store.issues.get(id)?.isWanted)).toEqual([false, true]);
});

test("what stayed where the project was before is not asked for where it is now", async () => {
  const prepare = ({ plugins }: EngineRig) => void (plugins.holds = (id) => id !== "7");
  const rig = await looked([issue("1", { blockedBy: ids("7", "8") })], { prepare });
  expect(asked(rig)).toEqual(["8"]);
});

test("an issue that is what it was is heard of again when the settings no longer ask for it", async () => {
  const rig = await looked([issue("1")]);
  rig.plugins.on("tracker.since", () => ({ value: { issues: [issue("1", { isWanted: false })], cursor: "3" } }));
  await rig.pass(LOOK_MS);
  expect(rig.store.issues.get(issueId("1"))).toMatchObject({ version: 1, isWanted: false });
});

test.for(["tracker", "scm"])(
  "where a project has moved to another %s, that one is read from the beginning",
  async (slot) => {
    const rig = await anEngine();
    await rig.pass(LOOK_MS);
    rig.plugins.names.set(slot, "another");
    await rig.pass(2 * LOOK_MS);
    expect(rig.plugins.asked(`${slot}.since`)).toEqual(["null", "1", "null", "1"]);
  },
);
