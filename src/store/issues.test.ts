import { expect, test } from "vitest";
import { issueId, projectId, sessionId } from "../domain/model/ids.ts";
import type { Issue } from "../domain/issue/issue.ts";
import { openStore, storeTemplate } from "./open.ts";
import { anIssue, shop } from "./testing/samples.ts";

const template = storeTemplate();

function issuesWith(...saved: readonly Issue[]) {
  const { issues } = openStore({ template });
  for (const issue of saved) issues.save(issue);
  return issues;
}

const stranger = { kind: "person", name: "bob", canWrite: { known: true, value: false } } as const;
const done = { kind: "closed", as: "done" } as const;

test("ready are the open issues whose text may start an agent, most urgent first, then oldest", () => {
  const issues = issuesWith(
    anIssue("late", { createdMs: 9 }),
    anIssue("urgent", { priority: 1, createdMs: 10, labels: ["bug"] }),
    anIssue("early", { createdMs: 1 }),
    anIssue("closed", { state: done }),
    anIssue("stranger's", { author: stranger }),
    anIssue("let through", { author: stranger, approvedTexts: ["let through"], createdMs: 20 }),
  );
  expect(issues.ready().map((issue) => issue.id)).toEqual(["urgent", "early", "late", "let through"]);
  expect(issues.ready()[0]).toEqual({
    id: "urgent",
    project: shop,
    labels: ["bug"],
    priority: 1,
    createdMs: 10,
    waitsFor: [],
  });
  expect(issues.openOf(shop).map((issue) => issue.id)).toContain("stranger's");
});

test("an issue waits for blockers that are open, closed as not planned, or never seen", () => {
  const blockedBy = ["open", "done", "dropped", "unseen"].map(issueId);
  const issues = issuesWith(
    anIssue("waits", { blockedBy, project: projectId("other") }),
    anIssue("open"),
    anIssue("done", { state: done }),
    anIssue("dropped", { state: { kind: "closed", as: "not_planned" } }),
  );
  expect(issues.ready().find((issue) => issue.id === "waits")?.waitsFor).toEqual(["open", "dropped", "unseen"]);
  expect(issues.unsatisfiedBlockers(blockedBy)).toEqual(["open", "dropped", "unseen"]);
});

test("a closed issue is no longer ready, a reopened one is again", () => {
  const issues = issuesWith(anIssue("a"), anIssue("a", { state: done }));
  expect(issues.ready()).toEqual([]);
  issues.save(anIssue("a", { version: 3 }));
  expect(issues.ready()).toHaveLength(1);
  expect(issues.get(issueId("a"))).toEqual(anIssue("a", { version: 3 }));
});

test("an issue that the tracker's settings do not ask for is not ready", () => {
  const issues = issuesWith(anIssue("a", { isWanted: false }), anIssue("b", { isWanted: true }), anIssue("c"));
  expect(issues.ready().map(({ id }) => id)).toEqual(["b", "c"]);
});

test("unseen are the blockers of issues that could begin, each once", () => {
  const blockedBy = ["seen", "unseen"].map(issueId);
  const issues = issuesWith(
    anIssue("a", { blockedBy }),
    anIssue("b", { blockedBy }),
    anIssue("stranger's", { author: stranger, blockedBy: [issueId("theirs")] }),
    anIssue("other's", { project: projectId("other"), blockedBy: [issueId("elsewhere")] }),
    anIssue("seen"),
  );
  expect(issues.unseenBlockers(shop)).toEqual(["unseen"]);
});

test("watched are open issues that are wanted, given out, or waited for", () => {
  const isWanted = false;
  const issues = issuesWith(
    anIssue("wanted", { blockedBy: [issueId("blocker")] }),
    anIssue("blocker", { isWanted }),
    anIssue("given out", { isWanted, assigned: sessionId("s") }),
    anIssue("nobody's", { isWanted }),
    anIssue("over", { state: done }),
  );
  expect(issues.watchedOf(shop).toSorted()).toEqual(["blocker", "given out", "wanted"]);
});
