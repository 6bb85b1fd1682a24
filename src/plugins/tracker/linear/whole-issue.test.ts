import { expect, test } from "vitest";
import { aLinearIssue, anEntry, paged } from "../../../../test/fixtures/linear-issue.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { SendLinear, LinearRequest } from "./linear-ask.ts";
import { createIssueCompleter } from "./whole-issue.ts";

const LISTS = ["labels", "inverseRelations", "children", "history"];
const entries = (...numbers: readonly number[]) => numbers.map((n) => anEntry({}, n));

/** Answers with the next page of whatever list is asked for; null: it breaks. */
function aLinear(next: (after: unknown) => ReturnType<typeof paged> | null) {
  const asked: LinearRequest[] = [];
  const ask: SendLinear = async (request, parse) => {
    asked.push(request);
    const { variables } = request;
    const page = next(variables["after"]);
    if (page === null) return failRemote("unavailable", "502");
    const lists = LISTS.filter((name) => variables[name] === true).map((name) => [name, page]);
    const parsed = parse({ issue: Object.fromEntries(lists) });
    return parsed === null ? failRemote("unavailable", "unknown form") : { ok: true, value: parsed };
  };
  const whole = createIssueCompleter(ask);
  const history = async (issue: Parameters<typeof whole>[0]) => {
    const read = await whole(issue);
    return read.ok
      ? [read.value.history.nodes.map(({ id }) => id), read.value.history.pageInfo.hasNextPage]
      : read.error.code;
  };
  return { asked, whole, history };
}

test("the rest of a history is read once, and what came since is put before it", async () => {
  const { asked, history } = aLinear(() => paged(entries(1, 0)));
  const first = aLinearIssue({ history: paged(entries(3, 2), "a") });
  expect(await history(first)).toEqual([["e3", "e2", "e1", "e0"], false]);
  const second = aLinearIssue({ history: paged(entries(4, 3), "a") });
  expect(await history(second)).toEqual([["e4", "e3", "e2", "e1", "e0"], false]);
  expect(asked).toHaveLength(1);
  expect(await history(aLinearIssue({ history: paged(entries(3)) }))).toEqual([["e3"], false]);
});

test("where the oldest come first, what is known says nothing of the rest", async () => {
  const { asked, history } = aLinear(() => paged(entries(2, 3)));
  const issue = aLinearIssue({ history: paged(entries(0, 1), "a") });
  for (let n = 0; n < 2; n += 1) expect(await history(issue)).toEqual([["e0", "e1", "e2", "e3"], false]);
  expect(asked).toHaveLength(2);
});

test("a history that is longer than is read stays marked as cut, however often it is read", async () => {
  const { history } = aLinear(() => paged(entries(1), "more"));
  const issue = aLinearIssue({ history: paged(entries(3, 2), "a") });
  for (let n = 0; n < 2; n += 1) expect(await history(issue)).toEqual([expect.arrayContaining(["e1"]), true]);
});

test("only the list that goes on is asked for, from where it goes on", async () => {
  const { asked, whole } = aLinear((after) => paged([{ id: `l-${String(after)}`, name: "bug" }]));
  const issue = aLinearIssue({ labels: paged([{ id: "l0", name: "ui" }], "a") });
  expect(await whole(issue)).toMatchObject({ ok: true, value: { labels: { nodes: [{ id: "l0" }, { id: "l-a" }] } } });
  expect(asked.map(({ variables }) => variables)).toEqual([
    { id: "i1", after: "a", labels: true, inverseRelations: false, children: false, history: false },
  ]);
});

test("where a page cannot be read, nobody takes the issue for whole", async () => {
  const { history } = aLinear(() => null);
  expect(await history(aLinearIssue({ history: paged(entries(3, 2), "a") }))).toBe("unavailable");
});
