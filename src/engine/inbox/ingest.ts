/**
 * The inbox. News becomes rows, rows become decisions, decisions become facts and effects: all in one synchronous
 * transaction, so that nothing is half known. When the caller returns, what it brought is durable and decided.
 */
import { decide } from "../../domain/core/decide.ts";
import { observationId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import type { News, Observation } from "../../domain/core/observation.ts";
import type { Now } from "../../domain/model/now.ts";
import { isOutage, StoreError } from "../../lib/database/store-error.ts";
import type { Arrival } from "./arrival.ts";
import { isCrash } from "../crash.ts";
import type { EngineDeps } from "../deps.ts";
import { loadFacts } from "./load-facts.ts";
import { redactTexts } from "./parse-redacted.ts";
import { scheduleNext } from "../scheduling.ts";
import { explainCommandRefusal } from "./refusal.ts";
import { raise, recordDecision, recordSetAside } from "./record.ts";
import { saveFacts } from "./save-facts.ts";
import { describeError } from "../../lib/disk-errors/describe-error.ts";

type Row = { readonly seq: number; readonly observation: Observation };
/** `done`: decided before the transaction that adds it ends. `new`: by a later one. */
type RowState = "new" | "done";

/** `alongside` runs in the same transaction before anything is decided: an effect's outcome, a cursor. */
export function ingest(deps: EngineDeps, arrivals: readonly Arrival[], now: Now, alongside?: () => void): void {
  deps.failpoint("commit:before");
  try {
    deps.store.transaction(() => {
      alongside?.();
      const rows = addAll(deps, arrivals, now, "done");
      decideAll(deps, rows, now);
    });
  } catch (error) {
    if (isOutage(error) || isCrash(error)) throw error;
    ingestOneByOne(deps, arrivals, now, alongside);
  }
  deps.failpoint("commit:after");
}

/** Decides what an earlier call left over because its batch was full, and what only the time has changed. */
export function decideLeftOvers(deps: EngineDeps, now: Now): void {
  const rows = listUndecided(deps, now);
  try {
    decideStored(deps, rows, now, true);
  } catch (error) {
    if (isOutage(error) || isCrash(error) || rows.length === 0) throw error;
    decideOneByOne(deps, rows, now);
  }
}

function decideStored(deps: EngineDeps, rows: readonly Row[], now: Now, scheduleAnyway = false): void {
  deps.store.transaction(() => {
    for (const row of rows) deps.store.inbox.markDone(row.seq);
    decideAll(deps, rows, now, scheduleAnyway);
  });
}

/** A row that cannot be read any more is set aside by its number; the others go on. */
function listUndecided(deps: EngineDeps, now: Now): readonly Row[] {
  try {
    return deps.store.inbox.undecided(limits.inboxBatchMax);
  } catch (error) {
    if (!(error instanceof StoreError) || error.row?.table !== "inbox") throw error;
    const seq = Number(error.row.id);
    deps.log.error({ seq, error }, "an observation could not be read; it is set aside");
    deps.store.transaction(() => recordSetAside(deps, { seq, observation: null }, error.message, now));
    return listUndecided(deps, now);
  }
}

function addAll(deps: EngineDeps, arrivals: readonly Arrival[], now: Now, state: RowState): readonly Row[] {
  return arrivals.flatMap(({ news, dedupKey, id = deps.newId(), alongside }) => {
    const row = add(deps, id, news, now, { dedupKey: dedupKey ?? null, state });
    if (row !== null) alongside?.();
    return row === null ? [] : [row];
  });
}

type Filing = { readonly dedupKey: string | null; readonly state: RowState };

const decidedNow: Filing = { dedupKey: null, state: "done" };

function add(deps: EngineDeps, id: string, news: News, now: Now, { dedupKey, state }: Filing): Row | null {
  const observation: Observation = { ...news, id: observationId(id) };
  // What people order stays as they wrote it; whatever was observed is cleaned before it is kept.
  const clean = news.kind === "command_given" ? observation : redactTexts(observation, deps.redact);
  const seq = deps.store.inbox.add({ id: observation.id, dedupKey, seenMs: now.wallMs, state, observation: clean });
  return seq === null ? null : { seq, observation: clean };
}

/** Follow-ups and grants are decided in the same transaction, up to the batch's limit; the rest follows at once. */
function decideAll(deps: EngineDeps, first: readonly Row[], now: Now, scheduleAnyway = false): void {
  const queue = [...first];
  let boardMoved = scheduleAnyway;
  for (let decided = 0; decided < limits.inboxBatchMax; decided += 1) {
    if (queue.length === 0 && boardMoved) {
      queue.push(...grant(deps, now));
      boardMoved = false;
    }
    const row = queue.shift();
    if (row === undefined) return;
    const { changed, followUps } = decideOne(deps, row, now);
    boardMoved ||= changed;
    queue.push(...followUps);
  }
  for (const row of queue) deps.store.inbox.markNew(row.seq);
}

function grant(deps: EngineDeps, now: Now): readonly Row[] {
  return readGrants(deps, now).flatMap((news) => add(deps, deps.newId(), news, now, decidedNow) ?? []);
}

/** A board that cannot be read is no fault of the news that moved it. */
function readGrants(deps: EngineDeps, now: Now): readonly News[] {
  try {
    return scheduleNext(deps, now);
  } catch (error) {
    if (isOutage(error) || isCrash(error)) throw error;
    deps.log.error({ error }, "nothing can be scheduled");
    const text = `Nothing can be scheduled: ${describeError(error)}`;
    raise(deps, { what: "the schedule", about: text, text }, now);
    return [];
  }
}

type Decided = { readonly changed: boolean; readonly followUps: readonly Row[] };

function decideOne(deps: EngineDeps, { observation }: Row, now: Now): Decided {
  const { store } = deps;
  const facts = loadFacts(store, observation);
  const refusal = observation.kind === "command_given" ? explainCommandRefusal(store, observation.command) : null;
  if (facts === null || refusal !== null) return { changed: false, followUps: [] };
  const rules = deps.rulesOf(facts.project.id);
  const decision = decide(facts, rules, observation, now);
  const changed = saveFacts(store, facts, decision.next, rules);
  recordDecision(deps, observation, decision, now);
  const followUps = decision.followUps.flatMap(
    (news, n) => add(deps, `${observation.id}.f${n}`, news, now, decidedNow) ?? [],
  );
  return { changed, followUps };
}

/** One of them cannot be decided. All are kept; the one is set aside and raised, the others go on. */
function ingestOneByOne(deps: EngineDeps, arrivals: readonly Arrival[], now: Now, alongside?: () => void): void {
  const rows = deps.store.transaction(() => {
    alongside?.();
    return addAll(deps, arrivals, now, "new");
  });
  decideOneByOne(deps, rows, now);
}

function decideOneByOne(deps: EngineDeps, rows: readonly Row[], now: Now): void {
  for (const row of rows) {
    try {
      decideStored(deps, [row], now);
    } catch (error) {
      if (isOutage(error) || isCrash(error)) throw error;
      deps.log.error(
        { observation: row.observation.kind, id: row.observation.id, error },
        "an observation could not be decided; it is set aside",
      );
      deps.store.transaction(() => recordSetAside(deps, row, String(error), now));
    }
  }
}
