import { join } from "node:path";
import { expect, test } from "vitest";
import { formatActor, type Actor } from "../../domain/core/actor.ts";
import { openFile } from "../../lib/database/open-file.ts";
import { openStore } from "../open.ts";
import { aFolder } from "../testing/folder.ts";
import { aChange, shop } from "../testing/samples.ts";
import { migrations } from "./index.ts";

const before = migrations.filter(({ version }) => version < 14);

/** By the texts that the versions before wrote. */
const actors: readonly Actor[] = [
  { kind: "person", name: `Zoë "the 1st" O'Neil` },
  { kind: "person", name: "" },
  ...(["scheduler", "landing", "recovery", "restoredBackup", "environment", "projectRemoval", "triage"] as const).map(
    (part) => ({ kind: "ao", part }) as const,
  ),
];

test("who asked for a landing, and whose order still waits, is known after the change of version", () => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, before);
  const addChange = db.prepare("INSERT INTO changes VALUES (?, 'shop', NULL, 'b', 1, ?, NULL, ?)");
  const addNews = db.prepare("INSERT INTO inbox (id, kind, seen_ms, state, doc) VALUES (?, 'command_given', 0, ?, ?)");
  actors.forEach((actor, n) => {
    const by = formatActor(actor);
    const queue = { by, requestedAtMs: n, head: "h1", candidate: null, rebuilds: 0 };
    addChange.run(`c${n}`, 1, JSON.stringify({ ...aChange(`c${n}`), queue }));
    const news = { id: `n${n}`, kind: "command_given", by, command: { kind: "pause_project", project: "shop" } };
    addNews.run(`n${n}`, "new", JSON.stringify(news));
  });
  addChange.run("asks nothing", 0, JSON.stringify({ ...aChange("asks nothing"), queue: null }));
  addChange.run("damaged", 1, "{");
  addNews.run("decided", "done", '{"kind":"command_given","by":"maria"}');
  addNews.run("damaged", "set_aside", "{");
  db.close();

  const store = openStore({ path: file });
  const queued = store.changes.queued().filter(({ project }) => project === shop);
  expect(
    queued
      .toSorted((a, b) => (a.queue?.requestedAtMs ?? 0) - (b.queue?.requestedAtMs ?? 0))
      .map(({ queue }) => queue?.by),
  ).toEqual(actors);
  const waiting = store.inbox.undecided(100).map(({ observation }) => observation);
  expect(waiting.map((news) => (news.kind === "command_given" ? news.by : null))).toEqual(actors);
  store.close();
});
