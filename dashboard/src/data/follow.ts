/**
 * Follows the daemon: reads everything once, then reads again what each event touched. A connection that breaks is taken
 * up where it was, so nothing is missing and nothing comes twice.
 */
import { ApiError } from "../../../src/protocol/client/api-error.ts";
import type { EventNotice } from "../../../src/protocol/client/streams.ts";
import type { StatusView } from "../../../src/protocol/session/status.ts";
import type { EventView } from "../../../src/protocol/daemon/event.ts";
import { readBrowserToken, waitUntilSignedIn } from "./browser-token.ts";
import { client } from "./client.ts";
import { connection, gaps, setConnection, type Missed } from "./connection.ts";
import { setStreaming } from "./daemon-proof.ts";
import { fleet, mergeSessions, news, setChanges, setProjects } from "./fleet.ts";

const ENDED_SHOWN = 100;
const TOGETHER_MS = 40;
const ALL_EVERY_MS = 20_000;
const ALL_SOON_MS = 400;
/** Signs of life of sessions come often; the changes without one are read again so often at most. */
const CHANGES_EVERY_MS = 400;
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 5_000;
const OFFLINE_AFTER_MS = 20_000;
const SHOW_MISSED_MS = 4_000;
/** The daemon says something at least every 15 s; a line that is silent for longer is dead. */
const SILENT_MAX_MS = 35_000;
const HIDDEN_LOOK_MS = 3_000;
const GAPS_MAX = 50;
const LISTENERS = new Set<(event: EventView) => void>();

/** Events as they come, for those who show the log itself. */
export function addEventListener(listener: (event: EventView) => void): () => void {
  LISTENERS.add(listener);
  return () => LISTENERS.delete(listener);
}

type Line = {
  after: number | null;
  brokenMs: number | null;
  heardMs: number;
  missed: number;
  attempt: AbortController;
};

const line: Line = { after: null, brokenMs: null, heardMs: Date.now(), missed: 0, attempt: new AbortController() };

export async function follow(): Promise<void> {
  setInterval(readAllNowAndThen, ALL_EVERY_MS);
  for (let pauseMs = PAUSE_MIN_MS; ;) {
    if (readBrowserToken() === "") await waitForSignIn();
    try {
      const isHidden = await followOnce(() => (pauseMs = PAUSE_MIN_MS));
      if (isHidden) await pollWhileHidden();
      if (isHidden) continue;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) continue;
      if (!(error instanceof Error)) throw error;
    }
    noteLost();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
  }
}

/** The page goes on where it was: nothing that happened meanwhile is missing. */
async function waitForSignIn(): Promise<void> {
  const isFirst = line.after === null;
  if (!isFirst) line.brokenMs ??= Date.now();
  setConnection({ kind: "signed_out" });
  await waitUntilSignedIn();
  const sinceMs = line.brokenMs ?? Date.now();
  setConnection(isFirst ? { kind: "loading", sinceMs } : { kind: "reconnecting", sinceMs });
}

/** True: the page went out of sight. */
async function followOnce(onLive: () => void): Promise<boolean> {
  if (line.after === null) {
    const [{ latest }] = await Promise.all([client.eventPage({ limit: 1 }), readAll()]);
    line.after = latest;
    // They were asked for at once, so that the page is there sooner: what happened between the two is read now.
    setTimeout(readAllSoon, ALL_SOON_MS);
  }
  const attempt = new AbortController();
  line.attempt = attempt;
  let isHidden = false;
  const watch = setInterval(() => {
    isHidden = document.visibilityState === "hidden";
    if (isHidden || Date.now() - line.heardMs > SILENT_MAX_MS) attempt.abort();
  }, 1_000);
  line.heardMs = Date.now();
  try {
    for await (const notice of client.events({ after: line.after }, { signal: attempt.signal })) {
      line.heardMs = Date.now();
      setStreaming(true);
      await take(notice, onLive);
    }
    return isHidden;
  } finally {
    setStreaming(false);
    clearInterval(watch);
    attempt.abort();
  }
}

/** A browser has few connections to one host, and a page that nobody looks at keeps none: it asks now and then. */
async function pollWhileHidden(): Promise<void> {
  while (document.visibilityState === "hidden") {
    const { events, next, reset } = await client.eventPage({ after: line.after ?? 0, limit: 1_000 });
    if (reset) await readAll();
    for (const event of events) takeNews(event);
    line.after = next;
    await Promise.race([new Promise((resolve) => setTimeout(resolve, HIDDEN_LOOK_MS)), waitUntilVisible()]);
  }
}

function waitUntilVisible(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}

async function take(notice: EventNotice, onLive: () => void): Promise<void> {
  if (notice.kind === "event") return takeNews(notice.event);
  if (notice.kind === "reset") {
    line.after = notice.reset.after;
    line.missed = Number.POSITIVE_INFINITY;
    return readAll();
  }
  line.after = notice.latest;
  const missed: Missed | null =
    line.brokenMs === null
      ? null
      : { fromMs: line.brokenMs, events: Number.isFinite(line.missed) ? line.missed : null };
  if (missed !== null) await readAll();
  if (missed !== null) gaps.set([...gaps.get(), { ...missed, toMs: Date.now() }].slice(-GAPS_MAX));
  line.brokenMs = null;
  line.missed = 0;
  setConnection({ kind: "live", missed });
  if (missed !== null) setTimeout(forgetMissed, SHOW_MISSED_MS);
  onLive();
}

function forgetMissed(): void {
  if (connection.get().kind === "live") setConnection({ kind: "live", missed: null });
}

function noteLost(): void {
  const { kind } = connection.get();
  if (kind === "loading" && line.after === null && line.brokenMs === null) line.brokenMs = Date.now();
  line.brokenMs ??= Date.now();
  const sinceMs = line.brokenMs;
  setConnection({ kind: Date.now() - sinceMs > OFFLINE_AFTER_MS ? "offline" : "reconnecting", sinceMs });
}

const dirty = new Set<string>();
let isReading = false;
let isAllDue = false;

function takeNews(event: EventView): void {
  line.after = event.seq;
  if (line.brokenMs !== null) {
    line.missed += 1;
    setConnection({ kind: "catching_up", events: line.missed });
  }
  for (const listener of LISTENERS) listener(event);
  const { sessions } = fleet.get();
  const owner = sessions.has(event.subject) ? event.subject : findOwner(event.subject);
  const marks = [event.subject, ...(owner === null ? [] : [owner]), ...(event.project === null ? [] : [event.project])];
  news.set(new Map([...news.get(), ...marks.map((mark) => [mark, event.seq] as const)]));
  dirty.add(owner ?? event.subject);
  // Of a candidate, an issue or the project itself: it may concern any session.
  if (owner === null && !isAllDue) {
    isAllDue = true;
    setTimeout(readAllSoon, ALL_SOON_MS);
  }
  // A change that stands alone again says so through its session that has ended.
  if (owner !== null && isEnded(owner)) readChanges();
  if (!isReading) {
    isReading = true;
    setTimeout(readDirty, TOGETHER_MS);
  }
}

const isEnded = (session: string): boolean => fleet.get().sessions.get(session)?.phase === "ended";

/** The session whose change it is. */
function findOwner(subject: string): string | null {
  for (const [id, { change }] of fleet.get().sessions) if (change?.id === subject) return id;
  return null;
}

function readDirty(): void {
  const ids = [...dirty].slice(0, 200).join(",");
  dirty.clear();
  client
    .listSessions({ ids })
    .then(takeDirty, ignoreLost)
    .finally(() => {
      isReading = dirty.size > 0;
      if (isReading) setTimeout(readDirty, TOGETHER_MS);
    })
    .catch(ignoreLost);
}

/** With its session a change leaves the board or comes to stand there. */
function takeDirty(found: readonly StatusView[]): void {
  const endedBefore = found.filter(({ id }) => isEnded(id)).length;
  mergeSessions(found, "some");
  if (endedBefore > 0 || found.some(({ phase }) => phase === "ended")) readChanges();
}

const changes = { isReading: false, isStale: false };

/** A forge that cannot be read now must not hide the sessions, so nobody waits for this. */
function readChanges(): void {
  if (changes.isReading) {
    changes.isStale = true;
    return;
  }
  Object.assign(changes, { isReading: true, isStale: false });
  client
    .listChanges({})
    .then(setChanges, (error: unknown) => {
      setChanges(null);
      ignoreLost(error);
    })
    .finally(() =>
      setTimeout(() => {
        changes.isReading = false;
        if (changes.isStale) readChanges();
      }, CHANGES_EVERY_MS),
    )
    .catch(reportError);
}

function readAllSoon(): void {
  isAllDue = false;
  readAll().catch(ignoreLost);
}

/** Sentences tell of time that passes and of others' turns; no event says so. */
function readAllNowAndThen(): void {
  if (document.visibilityState === "visible" && connection.get().kind === "live") readAllSoon();
}

async function readAll(): Promise<void> {
  readChanges();
  const [sessions, projects] = await Promise.all([
    client.listSessions({ ended: ENDED_SHOWN }),
    client.listProjects({}),
  ]);
  setProjects(projects);
  mergeSessions(sessions, "all");
}

/** The stream notices a lost connection by itself, and says so. */
function ignoreLost(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) line.attempt.abort();
}
