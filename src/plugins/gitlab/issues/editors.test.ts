import { expect, test } from "vitest";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { Gitlab } from "../gitlab.ts";
import type { GitlabIssue } from "../parse-gitlab.ts";
import { createEditors } from "./editors.ts";

const user = (id: number) => ({ id, username: `u${id}` });
const CREATED = "2026-01-05T10:00:00Z";

const issue = (minute: number, description = "It is broken"): GitlabIssue => ({
  ...{ id: 1, iid: 1, project_id: 1, title: "Fix it", description, state: "opened", labels: [], author: user(1) },
  ...{ created_at: CREATED, updated_at: `2026-01-05T10:${String(minute).padStart(2, "0")}:00Z` },
});

/** `notes`: who wrote down what, as it is then; null: nobody says. */
function aHistory(notes: (readonly [id: number, body: string])[] | null) {
  const now = { notes, asked: 0 };
  const history: Gitlab["history"] = async () => {
    now.asked += 1;
    if (now.notes === null) return failRemote("unavailable", "502");
    const value = now.notes.map(([id, body]) => ({ id: 1, body, author: user(id), created_at: CREATED, system: true }));
    return { ok: true, value };
  };
  const editors = createEditors({ history } as Partial<Gitlab> as Gitlab);
  const read = async (one: GitlabIssue) => {
    const edited = await editors(one);
    return edited.ok ? edited.value.map(({ id }) => id) : edited.error.code;
  };
  return { now, read };
}

test.for<[body: string, isEdit: boolean]>([
  ["changed the description", true],
  ["changed title from **a** to **b**", true],
  ["marked the checklist item **Test** as completed", true],
  ["marked the task **Test** as completed", true],
  ["changed due date to May 1", false],
  ["assigned to @maria", false],
  ["mentioned that somebody changed the description", false],
])("who %s had a hand in it: %s", async ([body, isEdit]) => {
  expect(await aHistory([[7, body]]).read(issue(1))).toEqual(isEdit ? [7] : []);
});

test("an issue that was never touched is asked nothing about", async () => {
  const { now, read } = aHistory([]);
  expect([await read(issue(0)), now.asked]).toEqual([[], 0]);
});

test("a history is read twice while the issue stays what it is, and again when it moves", async () => {
  const { now, read } = aHistory([[7, "changed the description"]]);
  for (const asked of [1, 2, 2]) expect([await read(issue(1)), now.asked]).toEqual([[7], asked]);
  now.notes?.push([8, "changed the description"]);
  expect(await read(issue(2, "It is quite broken"))).toEqual([7, 8]);
});

test("a history that cannot be read vouches for nobody", async () => {
  expect(await aHistory(null).read(issue(1))).toBe("unavailable");
});
