import Database from "better-sqlite3";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { candidateId, changeId, issueId } from "../../domain/model/ids.ts";
import { openStore, type Store } from "../open.ts";
import { aFolder } from "../testing/folder.ts";
import { aProject, aSession, anEvent, idle, seen, shop } from "../testing/samples.ts";
import { aCandidate, aChange, anIssue, aMessage } from "../../../test/fixtures/domain.ts";

/** A row, another one beside it, and every question that is asked of all of them. */
type Table = {
  readonly name: string;
  readonly id: string;
  readonly fill: (store: Store) => void;
  readonly ask: (store: Store) => readonly unknown[];
};

const tables: readonly Table[] = [
  {
    name: "projects",
    id: shop,
    fill: (store) => store.projects.save(aProject()),
    ask: (store) => [store.projects.all(), store.projects.nextUnparkMs(0)],
  },
  {
    name: "sessions",
    id: "s1",
    fill: (store) => ["s1", "s2"].forEach((id) => store.sessions.save(aSession(id), idle)),
    ask: ({ sessions, turns }) => [
      sessions.page({ live: null, project: null, before: null, limit: 9 }).map(({ id }) => id),
      sessions.pageWithUnreadable({ live: null, project: null, before: null, limit: 9 }).map(({ id }) => id),
      sessions.board().map(({ id }) => id),
      sessions.endedSince(0, null),
      sessions.openTurns(),
      turns.endedSince(0, null),
    ],
  },
  {
    name: "changes",
    id: "c1",
    fill: (store) => ["c1", "c2"].forEach((id) => store.changes.save(aChange({ id: changeId(id) }), { dueMs: null })),
    ask: ({ changes }) => [changes.queued(), changes.nextDueMs(), changes.due(9, 9)],
  },
  {
    name: "issues",
    id: "i1",
    fill: (store) => ["i1", "i2"].forEach((id) => store.issues.save(anIssue({ id: issueId(id), project: shop }))),
    ask: ({ issues }) => [
      issues.openOf(shop).map(({ id }) => id),
      issues.ready(),
      issues.watchedOf(shop),
      issues.unseenBlockers(shop),
    ],
  },
  {
    name: "candidates",
    id: "k1",
    fill: (store) => ["k1", "k2"].forEach((id) => store.candidates.save({ ...aCandidate(), id: candidateId(id) })),
    ask: ({ candidates }) => [candidates.live().map(({ id }) => id)],
  },
  {
    name: "messages",
    id: "m1",
    fill: (store) => store.messages.save(aMessage()),
    ask: ({ messages }) => [messages.unsettledOf(aMessage().session), messages.ofSession(aMessage().session, 9)],
  },
  {
    name: "events",
    id: "1",
    fill: (store) => [1, 2].forEach(() => store.events.append(anEvent("s"))),
    ask: ({ events }) => [events.after(0, 9).map(({ seq }) => seq), events.ofSubject("s", { before: null, limit: 9 })],
  },
  { name: "inbox", id: "1", fill: (store) => void store.inbox.add(seen("o1")), ask: () => [] },
];

const damages = ["{", "7", '"text"', "null", "[]", "{}", '{"id":7}'];

describe.each(tables)("$name", ({ name, id, fill, ask }) => {
  test.each(damages)("a row that holds %s is named, and nobody else is kept from anything", (damage) => {
    const file = join(aFolder(), "state.db");
    const store = openStore({ path: file });
    store.transaction(() => fill(store));
    const db = new Database(file);
    const key = ["events", "inbox"].includes(name) ? "seq" : "id";
    const first =
      db.prepare<[], string | number>(`SELECT ${key} FROM ${name} ORDER BY rowid LIMIT 1`).pluck().get() ?? id;
    db.prepare(`UPDATE ${name} SET doc = ? WHERE ${key} = ?`).run(damage, first);
    db.close();
    const whole = ask(store);
    expect(JSON.stringify(whole)).not.toContain("undefined");
    // Of what is only told nothing is asked but that it can be parsed.
    const isTold = ["events", "inbox"].includes(name);
    if (!isTold || damage === "{")
      expect(store.findDamagedRows({ limit: 9, depth: "deep" })).toMatchObject([{ table: name, id: String(first) }]);
    store.close();
  });
});

test("a session that cannot be read is shown by its columns beside the others", () => {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  for (const id of ["s1", "s2"]) store.sessions.save(aSession(id, { branch: id }), idle);
  const db = new Database(file);
  db.exec("UPDATE sessions SET doc = '{' WHERE id = 's1'");
  db.close();
  const page = { live: true, project: null, before: null, limit: 9 };
  expect(store.sessions.page(page).map(({ id }) => id)).toEqual(["s2"]);
  expect(store.sessions.pageWithUnreadable(page)).toMatchObject([
    { id: "s2", phase: {} },
    { id: "s1", project: shop, branch: "s1", live: 1 },
  ]);
  store.close();
});
