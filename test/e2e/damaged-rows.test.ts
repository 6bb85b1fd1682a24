/**
 * One row of one table cannot be read, for each table and each way it can be damaged. The daemon starts, everything else goes
 * on, and the row is shown or named as the one bad row it is.
 */
import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aStage, type Stage } from "./stage.ts";

const script = (steps: readonly unknown[]): string => `script: ${JSON.stringify(steps)}`;
const work = (file: string) => script([{ write: { [file]: "done\n" } }, { commit: `Add ${file}` }]);
const isResting = ({ phase }: { readonly phase: string }): boolean => phase === "resting";

function meddle(stage: Stage, sql: string): number {
  const db = new Database(join(stage.home, "state.db"));
  try {
    return db.prepare(sql).run().changes;
  } finally {
    db.close();
  }
}

/** A finished session with a change, an issue and messages; the daemon is down. */
async function aHomeWithHistory(): Promise<{ readonly stage: Stage; readonly bad: string; readonly good: string }> {
  const stage = await aStage({ sandbox: "none" });
  await stage.client.createIssue({ projectId: "app", title: "Later" });
  const [bad, good] = [await stage.begin("bad", work("bad.txt")), await stage.begin("good", work("good.txt"))];
  for (const id of [bad, good]) await stage.until(id, "has a change", (one) => isResting(one) && one.change !== null);
  await expect.poll(async () => (await stage.client.listIssues({})).length).toBe(1);
  await stage.endDaemon();
  return { stage, bad, good };
}

/** Whatever is broken: what is asked next is done. */
async function expectLife(stage: Stage, good: string): Promise<void> {
  await stage.client.sendMessage({ id: good, content: work("more.txt") });
  await stage.until(good, "has done what it was told", (one) => isResting(one) && one.turns === 2);
  expect((await stage.client.listSessions({})).find(({ id }) => id === good)?.phase).toBe("resting");
  expect((await stage.client.eventPage({ limit: 1_000 })).events.length).toBeGreaterThan(5);
  await stage.client.listChanges({});
  await stage.client.listIssues({});
  await stage.client.listProjects({});
}

const DAMAGES: Readonly<Record<string, string>> = {
  "no JSON": "'{'",
  "another shape": `'{"id":7}'`,
  "a list": "'[]'",
};

const TABLES: readonly { readonly table: string; readonly where: string; readonly column?: string }[] = [
  { table: "sessions", where: "id = 'app-bad'" },
  { table: "changes", where: "session = 'app-bad'" },
  { table: "messages", where: "session = 'app-bad'" },
  { table: "issues", where: "id = 'app#1'" },
  { table: "issues", where: "id = 'app#1'", column: "labels" },
  { table: "issues", where: "id = 'app#1'", column: "blocked_by" },
  { table: "events", where: "seq = 3" },
  { table: "projects", where: "id = 'app'" },
];

test.for(TABLES)(
  "a damaged row of $table is one damaged row",
  { timeout: 180_000 },
  async ({ table, where, column = "doc" }) => {
    const { stage, bad, good } = await aHomeWithHistory();
    for (const [how, value] of Object.entries(DAMAGES)) {
      if (column !== "doc" && how !== "no JSON") continue;
      expect(meddle(stage, `UPDATE ${table} SET ${column} = ${value} WHERE ${where}`), how).toBeGreaterThan(0);
    }
    meddle(stage, `UPDATE ${table} SET ${column} = '{' WHERE ${where}`);
    await stage.startDaemon();
    const { rows } = await stage.client.doctor({});
    const named = rows.filter(({ group, state }) => state === "broken" && (group === "database" || group === "app"));
    expect(named.map(({ text }) => text).join("\n")).toMatch(
      new RegExp(`of ${table} cannot be read|its database record was unreadable`),
    );
    if (table === "projects") await stage.client.resumeProject({ id: "app" });
    if (table === "sessions") {
      const entry = (await stage.client.listSessions({})).find(({ id }) => id === bad);
      expect(entry).toMatchObject({ state: "error", attention: { column: "needs_you", code: "unreadable" } });
      await expect(stage.client.sendMessage({ id: bad, content: "hello" })).rejects.toThrow("cannot be read");
    }
    await expectLife(stage, good);
    expect(stage.complaints()).toBe("");
  },
);
