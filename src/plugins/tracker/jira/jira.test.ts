import { expect, test } from "vitest";
import { projectId } from "../../../domain/model/ids.ts";
import { createIssueKeys } from "../../remote/issue-keys.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { Remote, RemoteRequest } from "../../remote/http/remote.ts";
import { resolveAssignee } from "./assignee.ts";
import { moveJiraIssue, findWish } from "./deeds.ts";
import { createJira } from "./jira.ts";

const HOUR_MS = 3_600_000;
const TOO_SLOW = { status: 504 };

function aJira(answer: (ask: RemoteRequest) => unknown, time = { ms: 0 }, isCloud = true) {
  const asked: RemoteRequest[] = [];
  const ask = async (one: RemoteRequest) => {
    asked.push(one);
    const body = answer(one);
    return body === TOO_SLOW ? failRemote("unavailable", "", TOO_SLOW) : { ok: true, value: { status: 200, body } };
  };
  const given = { isCloud, project: "ENG", references: createIssueKeys(projectId("shop")) };
  return { jira: createJira({ ask } as unknown as Remote, given, () => time.ms), asked };
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

const sizeAsked = ({ query, body }: RemoteRequest): number => {
  const { maxResults } = typeof body === "object" && body !== null && "maxResults" in body ? body : { ...query };
  return Number(maxResults);
};

test.for<[kind: string, isCloud: boolean]>([
  ["Cloud", true],
  ["Server", false],
])(
  "where a search is too much for Jira %s, half of it is asked for, and all of it again after hours",
  async ([, isCloud]) => {
    const time = { ms: Date.UTC(2026, 0, 5) };
    const limit = { most: 12 };
    const answer = (ask: RemoteRequest) => (sizeAsked(ask) > limit.most ? TOO_SLOW : { issues: [], total: 0 });
    const { jira, asked } = aJira(answer, time, isCloud);
    expect((await jira.search("project = ENG")).ok).toBe(false);
    expect((await jira.search("project = ENG")).ok).toBe(true);
    expect((await jira.search("project = ENG")).ok).toBe(true);
    expect(asked.map(sizeAsked)).toEqual([50, 25, 12, 12]);
    limit.most = 50;
    for (let look = 0; look < 3; look += 1) {
      time.ms += 7 * HOUR_MS;
      await jira.search("project = ENG");
    }
    expect(asked.slice(4).map(sizeAsked)).toEqual([24, 48, 50]);
  },
);

test("comments that are too much at once are read in smaller pages", async () => {
  const { jira, asked } = aJira((ask) => {
    const from = Number(ask.query?.["startAt"] ?? 0);
    const size = sizeAsked(ask);
    if (size > 50) return TOO_SLOW;
    const numbers = Array.from({ length: Math.min(size, 120 - from) }, (_, n) => String(from + n));
    const created = "2026-01-05T10:00:00.000+0000";
    return { total: 120, comments: numbers.map((id) => ({ id, body: id, created })) };
  });
  const read = await jira.comments("ENG-1");
  expect(read.ok && read.value).toHaveLength(120);
  expect(asked.map(sizeAsked)).toEqual([100, 50, 50, 50]);
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
  expect(await moveJiraIssue(jira, issue, findWish("landed", {}), "loop")).toMatchObject({
    ok: true,
    value: { isMoved: true },
  });
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
  expect(await resolveAssignee(aJira(() => found).jira, { assignee: "Ann" })).toMatchObject(assigned);
});
