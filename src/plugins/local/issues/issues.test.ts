import { expect, test } from "vitest";
import type { SlotResult } from "../../../slots/result.ts";
import { ann } from "../testing/a-forge.ts";
import { anIssueDesk } from "../testing/a-file.ts";

let keys = 0;
const deed = () => ({ by: ann, key: `key ${(keys += 1)}` });

function value<T, Code extends string>(answer: SlotResult<T, Code>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

const why = (answer: SlotResult<unknown, string>): string => (answer.ok ? "done" : answer.error.message);

test("an issue is found by its number, however it is written", () => {
  const { desk } = anIssueDesk();
  const { id } = value(desk.create({ title: "Open the shop", ...deed() }));
  expect(id).toBe("shop#1");
  for (const name of ["1", "#1", "shop#1", " 1 "]) expect(value(desk.show(name)).title).toBe("Open the shop");
  for (const name of ["2", "other#1", "01", "-1", "1.0", "", "#"]) expect(desk.show(name).ok).toBe(false);
});

test("what is left out has its default: priority 3, no label, nobody's, waiting for nothing", () => {
  const { desk } = anIssueDesk();
  value(desk.create({ title: "Open the shop", ...deed() }));
  expect(value(desk.show("1"))).toMatchObject({
    ...{ priority: 3, labels: [], assignee: null, blockedBy: [], text: "", comments: [], state: { kind: "open" } },
  });
});

test("an edit changes what it names and nothing else", () => {
  const { desk } = anIssueDesk();
  value(desk.create({ title: "Open", body: "Soon", labels: ["ui"], priority: 2, ...deed() }));
  value(desk.edit("#1", { addLabels: ["bug", "ui"], removeLabels: ["none"], assignee: "bob", ...deed() }));
  value(desk.edit("#1", { removeLabels: ["ui"], priority: 1, ...deed() }));
  expect(value(desk.show("1"))).toMatchObject({
    ...{ title: "Open", text: "Soon", labels: ["bug"], priority: 1, assignee: "bob" },
  });
});

test.for([
  { edit: { title: "  \n " }, says: "the title is empty" },
  { edit: { title: "x".repeat(301) }, says: "at most 300 characters" },
  { edit: { body: "x".repeat(300_000) }, says: "at most 256 KiB" },
  { edit: { priority: 0 }, says: "a priority is 1 (most urgent) to 5, not 0" },
  { edit: { priority: 2.5 }, says: "not 2.5" },
  { edit: { blockedBy: ["7"] }, says: "there is no issue 7 to wait for" },
  { edit: { blockedBy: ["1"] }, says: "an issue cannot wait for itself" },
  { edit: { blockedBy: ["#3"] }, says: "#3 already waits for #1" },
])("$says: nothing is written", ({ edit, says }) => {
  const { desk } = anIssueDesk();
  value(desk.create({ title: "One", ...deed() }));
  value(desk.create({ title: "Two", blockedBy: ["1"], ...deed() }));
  value(desk.create({ title: "Three", blockedBy: ["2"], ...deed() }));
  const before = desk.list({ all: true });
  expect(why(desk.edit("1", { ...edit, ...deed() }))).toContain(says);
  expect(desk.list({ all: true })).toEqual(before);
});

test("the same key is the same deed; with other words it is refused", () => {
  const { desk } = anIssueDesk();
  const request = { title: "Open the shop", by: ann, key: "k1" };
  const first = desk.create(request);
  expect(desk.create(request)).toEqual(first);
  expect(desk.create({ ...request, title: "Close it" })).toMatchObject({ ok: false, error: { code: "key_reused" } });
  expect(desk.list()).toHaveLength(1);
});

test("a key whose deed was refused may be used again", () => {
  const { desk } = anIssueDesk();
  const waiting = { title: "Two", blockedBy: ["1"], by: ann, key: "k2" };
  expect(desk.create(waiting).ok).toBe(false);
  value(desk.create({ title: "One", ...deed() }));
  expect(desk.create(waiting).ok).toBe(true);
});

test("a comment is kept with its author and is no news of the issue", async () => {
  const { desk, tracker } = anIssueDesk();
  value(desk.create({ title: "Open", ...deed() }));
  const { cursor } = value(await tracker.since(null));
  value(desk.comment("1", { text: "On it.\r\n", ...deed() }));
  expect(value(desk.show("1")).comments).toMatchObject([{ author: ann, text: "On it." }]);
  expect(value(await tracker.since(cursor)).issues).toEqual([]);
});

test("closing says why, closing twice is no news, and not planned is another end than done", async () => {
  const { desk, tracker } = anIssueDesk();
  value(desk.create({ title: "Open", ...deed() }));
  value(desk.close("1", { text: "No.", as: "not_planned", ...deed() }));
  expect(value(desk.show("1"))).toMatchObject({
    ...{ state: { kind: "closed", as: "not_planned" }, comments: [{ text: "No." }] },
  });
  const { cursor } = value(await tracker.since(null));
  value(desk.close("1", { text: "", as: "not_planned", ...deed() }));
  expect(value(await tracker.since(cursor)).issues).toEqual([]);
  value(desk.reopen("1", { text: "", ...deed() }));
  expect(value(await tracker.since(cursor)).issues.map((issue) => issue.state.kind)).toEqual(["open"]);
});

test("a cursor of a file that is no more reads everything again", async () => {
  const { desk, tracker } = anIssueDesk();
  value(desk.create({ title: "Open", ...deed() }));
  for (const cursor of ["99999999999999", "nonsense", ""]) {
    expect(value(await tracker.since(cursor)).issues).toHaveLength(1);
  }
});

test("the most urgent stand first", () => {
  const { desk } = anIssueDesk();
  for (const priority of [3, 1, 5, 1]) value(desk.create({ title: `P${priority}`, priority, ...deed() }));
  expect(desk.list().map(({ number }) => number)).toEqual([2, 4, 1, 3]);
});
