/** Durable decide-commit-dispatch cycles: a command is taken, decided, committed, and its effect performed. */
import Database from "better-sqlite3";
import { join } from "node:path";
import type { Arrival } from "../src/engine/arrival.ts";
import { engineOn, fileStore, fill, inFolder, session } from "./fleet.ts";
import { record, replay } from "./recorder.ts";
import { ratio, type Line } from "./report.ts";

const SESSIONS = 100;

export async function benchCycles(): Promise<readonly Line[]> {
  const batched = await compare({ cycles: 20_000, batch: 100 });
  const single = await runCycles({ cycles: 3_000, batch: 1 });
  const commits = await rawCommits(3_000);
  return [
    ratio("cycles, batches of 100, against the same statements bare", batched.ours, batched.bare, 0.4),
    ratio("cycles one by one, against raw one-row commits", single, commits, 0.35),
  ];
}

type Size = { readonly cycles: number; readonly batch: number };

/** Ours and the bare loop alternate, so that a noisy moment of the machine hits both. */
async function compare(size: Size): Promise<{ readonly ours: number; readonly bare: number }> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    ours.push(await runCycles(size));
    bare.push(await runBare(size));
  }
  return { ours: Math.max(...ours), bare: Math.max(...bare) };
}

/** Cycles a second through the engine. */
function runCycles(size: Size): Promise<number> {
  return inFolder(async (folder) => {
    const store = fileStore(folder);
    fill(store, { stored: SESSIONS, live: SESSIONS });
    const ms = await drive(store, size);
    store.close();
    return (size.cycles / ms) * 1000;
  });
}

async function drive(store: ReturnType<typeof fileStore>, { cycles, batch }: Size): Promise<number> {
  const { engine, calls } = engineOn(store, 0);
  const startedAt = performance.now();
  for (let n = 0; n < cycles; n += batch) {
    const arrivals = Array.from({ length: batch }, (_, at) => interrupt((n + at) % SESSIONS));
    engine.take(arrivals);
    for (let turn = 0; calls.interrupts < n + batch; turn += 1)
      await (turn < 20 ? null : new Promise((resolve) => setImmediate(resolve)));
  }
  await engine.stop();
  return performance.now() - startedAt;
}

function interrupt(n: number): Arrival {
  return { news: { kind: "command_given", by: "bench", command: { kind: "interrupt", session: session(n, true).id } } };
}

/** The very statements of such a run, by a loop that does nothing else. */
function runBare(size: Size): Promise<number> {
  return inFolder(async (folder) => {
    const recorded = fileStore(join(folder));
    fill(recorded, { stored: SESSIONS, live: SESSIONS });
    recorded.backup(join(folder, "bare.db"));
    recorded.close();
    const tape = record();
    const store = fileStore(folder);
    await drive(store, size);
    tape.stop();
    store.close();
    const db = new Database(join(folder, "bare.db"));
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    const ms = replay(db, tape.steps);
    db.close();
    return (size.cycles / ms) * 1000;
  });
}

function rawCommits(count: number): Promise<number> {
  return inFolder(async (folder) => {
    const db = new Database(join(folder, "raw.db"));
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, doc TEXT)");
    const insert = db.prepare("INSERT INTO rows (doc) VALUES (?)");
    const startedAt = performance.now();
    for (let n = 0; n < count; n += 1) insert.run("a row");
    const ms = performance.now() - startedAt;
    db.close();
    return (count / ms) * 1000;
  });
}
