import { expect, test } from "vitest";
import { projectId } from "../../../domain/ids.ts";
import { issueKeysOf } from "../../remote/issue-keys.ts";
import type { Remote, RemoteAsk } from "../../remote/remote.ts";
import { assigneeOf } from "./assignee.ts";
import { moveTo, wishOf } from "./deeds.ts";
import { jiraAt } from "./jira.ts";

function aJira(answer: (ask: RemoteAsk) => unknown) {
  const asked: RemoteAsk[] = [];
  const ask = async (one: RemoteAsk) => {
    asked.push(one);
    return { ok: true, value: { status: 200, body: answer(one) } };
  };
  const given = { isCloud: true, project: "ENG", references: issueKeysOf(projectId("shop")) };
  return { jira: jiraAt({ ask } as unknown as Remote, given), asked };
}

/** An issue with so many comments, the newest called `0`; `total`: as many as Jira says there are. */
const withComments = (count: number, total = count) =>
  aJira(({ query }) => {
    const from = Number(query?.["startAt"] ?? 0);
    const numbers = Array.from({ length: Math.max(0, Math.min(100, count - from)) }, (_, n) => String(from + n));
    return { total, comments: numbers.map((id) => ({ id, body: id, created: "2026-01-05T10:00:00.000+0000" })) };
  });

test.for<[count: number, total: number, requests: number]>([
  [0, 0, 1],
  [100, 100, 1],
  [250, 250, 3],
  [250, 900, 4],
])(
  "%i comments, of which Jira counts %i, are read in %i requests, the oldest first",
  async ([count, total, requests]) => {
    const { jira, asked } = withComments(count, total);
    const read = await jira.comments("ENG-1");
    const ids = read.ok ? read.value.map(({ id }) => Number(id)) : [];
    expect(ids).toEqual(Array.from({ length: count }, (_, n) => count - 1 - n));
    expect(asked).toHaveLength(requests);
  },
);

test("a comment is looked for no further than it is found", async () => {
  const { jira, asked } = withComments(250);
  expect(await jira.hasComment("ENG-1", ({ id }) => id === "150")).toEqual({ ok: true, value: true });
  expect(asked).toHaveLength(2);
  expect(await jira.hasComment("ENG-1", ({ id }) => id === "250")).toEqual({ ok: true, value: false });
});

test("of several ways to a state, one is taken that asks for nothing we lack", async () => {
  const to = { id: "3", name: "Done", statusCategory: { key: "done" } };
  const asks = { customfield_1: { name: "Root cause", required: true } };
  const transitions = [
    { id: "31", name: "Finish", to, fields: asks },
    { id: "32", name: "Close", to, fields: {} },
  ];
  const { jira, asked } = aJira(({ method }) => (method === "POST" ? {} : { transitions }));
  const status = { id: "1", name: "To do", statusCategory: { key: "new" } };
  const time = "2026-01-05T10:00:00.000+0000";
  const issue = {
    id: "1",
    key: "ENG-1",
    fields: { summary: "Fix it", description: "", status, created: time, updated: time },
  };
  expect(await moveTo(jira, issue, wishOf("landed", {}), "loop")).toMatchObject({ ok: true, value: { isMoved: true } });
  expect(asked.at(-1)?.body).toEqual({ transition: { id: "32" } });
});

test.for<[found: readonly object[], assigned: object]>([
  [[{ accountId: "7", displayName: "Ann" }], { ok: true, value: { assignee: { accountId: "7" } } }],
  [
    [
      { accountId: "7", displayName: "Ann" },
      { accountId: "8", displayName: "ann" },
    ],
    { ok: false, error: { code: "refused", message: expect.stringContaining("several are called Ann") } },
  ],
  [[{ accountId: "9", displayName: "Anna" }], { ok: false, error: { code: "refused" } }],
])("an issue is given to the one who is called so, if it is one: %j", async ([found, assigned]) => {
  expect(await assigneeOf(aJira(() => found).jira, { assignee: "Ann" })).toMatchObject(assigned);
});
