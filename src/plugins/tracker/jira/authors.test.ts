/** Who may write when Jira tells it, when it does not tell this token, and when it does not answer. */
import { expect, test } from "vitest";
import { known } from "../../../domain/model/known.ts";
import type { RemoteRequest } from "../../remote/http/remote.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { Jira } from "./jira.ts";
import { createJiraAuthors } from "./authors.ts";

const MINUTE_MS = 60_000;
const found = (value: unknown) => ({ ok: true, value }) as const;
const denied = failRemote("refused", "no", { status: 403 });
const unreadable = failRemote("refused", "no such permission", { status: 400 });
const user = (name: string) => ({ accountId: name, name, displayName: name, active: true });

type Answers = Readonly<Record<string, (query: RemoteRequest["query"]) => unknown>>;

function aJira(answers: Answers, isCloud = true) {
  const [asked, told]: [RemoteRequest[], string[]] = [[], []];
  const time = { ms: 0 };
  const ask = async (one: RemoteRequest) => {
    asked.push(one);
    return answers[one.path]?.(one.query) ?? failRemote("unavailable", "502", { status: 502 });
  };
  const jira = { isCloud, project: "ENG", ask } as unknown as Jira;
  const people = createJiraAuthors(jira, {
    bots: [],
    nowMs: () => time.ms,
    tell: (sentence) => void told.push(sentence),
  });
  const canWrite = async (name: string, minute = 0) => {
    time.ms = minute * MINUTE_MS;
    const author = await people.author(user(name));
    return author.kind === "person" ? author.canWrite : null;
  };
  const searches = () => asked.filter(({ path }) => path === SEARCH);
  return { asked, told, canWrite, searches };
}

const SEARCH = "user/permission/search";

test("whom this token may not ask about is unknown, and it is asked again after a while; people hear of it once", async () => {
  let answer: unknown = denied;
  const { asked, told, canWrite, searches } = aJira({
    [SEARCH]: () => answer,
    myself: () => found(user("ao")),
    mypermissions: () => found({ permissions: { EDIT_ISSUES: { havePermission: true } } }),
  });
  expect([await canWrite("ann"), told.length]).toMatchObject([{ known: false }, 1]);
  expect(searches()).toMatchObject([{ is401Forbidden: true }]);
  expect([await canWrite("bob", 5), searches().length, told.length]).toMatchObject([{ known: false }, 1, 1]);
  const before = asked.length;
  await canWrite("ann", 6);
  expect(asked.length).toBe(before);
  answer = found([user("cleo")]);
  expect([await canWrite("cleo", 10), searches().length]).toEqual([known(true), 2]);
  answer = denied;
  expect([await canWrite("dora", 11), told.length]).toMatchObject([{ known: false }, 2]);
});

test.for<[what: string, permissions: object, canWrite: boolean]>([
  ["may edit", { EDIT_ISSUES: { havePermission: true } }, true],
  ["may edit, in an older word", { EDIT_ISSUE: { havePermission: true } }, true],
  ["may not edit", { EDIT_ISSUES: { havePermission: false } }, false],
  ["may nothing of that name", {}, false],
])("of its own account Jira tells every token that it %s", async ([, permissions, canWrite]) => {
  const answers = {
    [SEARCH]: () => denied,
    myself: () => found(user("ao")),
    mypermissions: () => found({ permissions }),
  };
  expect(await aJira(answers).canWrite("ao")).toEqual(known(canWrite));
});

test.for<[where: string, isCloud: boolean, asked: readonly string[]]>([
  ["an old Server by its older name, too", false, ["EDIT_ISSUES", "EDIT_ISSUE"]],
  ["Cloud by its name only", true, ["EDIT_ISSUES"]],
])("a permission is asked of %s", async ([, isCloud, asked]) => {
  const { canWrite, searches } = aJira({ [SEARCH]: () => unreadable }, isCloud);
  expect(await canWrite("ann")).toMatchObject({ known: false });
  expect(searches().map(({ query }) => query?.["permissions"])).toEqual(asked);
});

test("what Jira could not answer is asked again at once, and nobody hears of it", async () => {
  const { canWrite, searches, told } = aJira({});
  expect([await canWrite("ann"), await canWrite("ann")]).toMatchObject([{ known: false }, { known: false }]);
  expect([searches().length, told]).toEqual([2, []]);
});
