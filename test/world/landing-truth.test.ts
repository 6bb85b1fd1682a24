/** The world sees every wrong landing, and finds nothing wrong with a right one. */
import { expect, test } from "vitest";
import { plainRules } from "./swarm-rules.ts";
import { aStandIn } from "./stand-in.ts";
import { writer } from "./visitors.ts";

const { policy } = plainRules();
const approved = { policy: { ...policy, approvals: 1 } };

test("a checked, approved change of a project that lands by itself lands rightly", async () => {
  const daemon = aStandIn(approved);
  const change = await daemon.change("feat(1)");
  approve(daemon, change.id);
  expect(await daemon.land(change)).toEqual({ kind: "landed" });
  expect(daemon.broken()).toEqual([]);
});

test("I1: an approval of an older head does not count", async () => {
  const daemon = aStandIn(approved);
  const change = await daemon.change("feat(1)");
  approve(daemon, change.id);
  await daemon.land(await daemon.change("feat(1)\nfeat(2)"));
  expect(daemon.world.violations[0]?.detail).toContain("0 of 1 approvals");
});

test("I1: an approval by somebody without write access does not count", async () => {
  const daemon = aStandIn(approved);
  const change = await daemon.change("feat(1)");
  const found = daemon.project.forge.state.changes.get(change.id);
  if (found !== undefined)
    daemon.world.visitors.approve(daemon.project, found, { kind: "bot", name: "adbot", listed: true });
  await daemon.land(change);
  expect(daemon.broken()).toEqual(["I1"]);
});

test("I1: a label, a draft and a request for changes each hold a change", async () => {
  for (const hold of ["label", "draft", "request"] as const) {
    const daemon = aStandIn();
    const change = await daemon.change("feat(1)");
    const found = daemon.project.forge.state.changes.get(change.id);
    if (found === undefined) throw new Error("the change is not there");
    if (hold === "label") daemon.world.visitors.setLabel(daemon.project, found, "hold", true);
    if (hold === "draft") daemon.world.visitors.setDraft(daemon.project, found, true);
    if (hold === "request") daemon.world.visitors.requestChanges(daemon.project, found);
    await daemon.land(change);
    expect(daemon.broken()).toEqual(["I1"]);
  }
});

test("I1: below the autonomy to land, a change lands only when a person asked", async () => {
  const unasked = aStandIn({ autonomy: "fix" });
  await unasked.land(await unasked.change("feat(1)"));
  expect(unasked.broken()).toEqual(["I1"]);

  const asked = aStandIn({ autonomy: "fix" });
  const change = await asked.change("feat(1)");
  asked.project.forge.truth.askedByPerson(change.id);
  await asked.land(change);
  expect(asked.broken()).toEqual([]);
});

test("I1 and I8: a red head makes main red", async () => {
  const daemon = aStandIn();
  await daemon.land(await daemon.change("broken(1)"));
  expect(daemon.broken()).toEqual(["I1", "I8"]);
});

test("I8: a tree that nobody checked does not land", async () => {
  const daemon = aStandIn();
  await daemon.land(await daemon.change("feat(1)"), { isChecked: false });
  expect(daemon.world.violations.map(({ detail }) => detail)).toEqual([expect.stringContaining("never passed")]);
});

test("I8: two changes that are green alone and red together make main red", async () => {
  const daemon = aStandIn();
  const left = await daemon.change("left(1)", "s1");
  const right = await daemon.change("right(1)", "s2");
  await daemon.land(left);
  expect(daemon.broken()).toEqual([]);
  await daemon.land(right);
  expect(daemon.world.violations.at(-1)?.detail).toContain("clash(1)");
});

test("I8: what landed before is still there", async () => {
  const daemon = aStandIn();
  const { forge, git } = daemon.project;
  const before = forge.state.baseHead.commit;
  const first = await daemon.change("feat(1)", "s1");
  const other = await daemon.change("feat(2)", "s2");
  await daemon.land(first);
  forge.state.moveBase(git.commit({ parents: [before], files: git.get(before).files, by: "person" }).sha);
  await daemon.land(other);
  expect(daemon.world.violations.map(({ detail }) => detail)).toEqual([expect.stringContaining("feat(1)")]);
});

function approve(daemon: ReturnType<typeof aStandIn>, id: string): void {
  for (const change of daemon.project.forge.state.changes.values()) {
    if (change.id === id) daemon.world.visitors.approve(daemon.project, change, writer("ann"));
  }
}
