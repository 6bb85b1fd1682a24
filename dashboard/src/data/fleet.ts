/** What is known of all sessions and of the changes without one, at a glance. Fed by `follow.ts`; nothing here decides anything. */
import type { ChangeSummaryView } from "../../../src/protocol/change/change.ts";
import type { AttentionView } from "../../../src/protocol/session/attention.ts";
import type { ProjectView } from "../../../src/protocol/project.ts";
import type { StatusView } from "../../../src/protocol/session/status.ts";
import { createStore, useStore } from "../lib/external-store.ts";
import { compareTexts } from "../lib/in-order.ts";
import { toBoardEntry, type BoardEntry } from "./board-entry.ts";

export type EntryColumn = AttentionView["column"];

export type FleetData = {
  readonly isLoaded: boolean;
  readonly sessions: ReadonlyMap<string, StatusView>;
  /** Open ones that no live session works on; null: not read yet. */
  readonly changes: ReadonlyMap<string, BoardEntry> | null;
  readonly projects: readonly ProjectView[];
};

export const fleet = createStore<FleetData>({ isLoaded: false, sessions: new Map(), changes: null, projects: [] });

/** The newest event of each subject, by its id: whoever shows that subject in depth reads it again. */
export const news = createStore<ReadonlyMap<string, number>>(new Map());

export const useSessions = (): ReadonlyMap<string, StatusView> => useStore(fleet, ({ sessions }) => sessions);
export const useEntry = (id: string): BoardEntry | undefined => useStore(fleet, (state) => findBoardEntry(state, id));
export const useChanges = (): FleetData["changes"] => useStore(fleet, ({ changes }) => changes);
export const useProjects = (): readonly ProjectView[] => useStore(fleet, ({ projects }) => projects);
export const useNews = (subject: string): number => useStore(news, (all) => all.get(subject) ?? 0);

/** A session that is as it was stays the same thing, so that its card is not drawn again. */
export function mergeSessions(found: readonly StatusView[], which: "all" | "some"): void {
  const { sessions, ...rest } = fleet.get();
  const next = new Map(which === "all" ? [] : sessions);
  let isChanged = which === "all" && found.length !== sessions.size;
  for (const status of found) {
    const known = sessions.get(status.id);
    const isSame = known !== undefined && fingerprintEntry(known) === fingerprintEntry(status);
    if (!isSame) isChanged = true;
    next.set(status.id, isSame ? known : status);
  }
  if (isChanged || !rest.isLoaded) fleet.set({ ...rest, sessions: next, isLoaded: true });
}

const texts = new WeakMap<BoardEntry, string>();

/** Made once for each: most of what is read again is as it was. */
function fingerprintEntry(status: BoardEntry): string {
  const known = texts.get(status);
  if (known !== undefined) return known;
  const text = JSON.stringify(status);
  texts.set(status, text);
  return text;
}

/** Null: they could not be read, so what was known stays. */
export function setChanges(found: readonly ChangeSummaryView[] | null): void {
  const state = fleet.get();
  const before = state.changes ?? new Map<string, BoardEntry>();
  const entries = found === null ? [...before.values()] : found.flatMap((change) => toBoardEntry(change) ?? []);
  const next = new Map(entries.map((entry) => [entry.id, keepIfSame(before.get(entry.id), entry)]));
  const isChanged = next.size !== before.size || [...next].some(([id, entry]) => before.get(id) !== entry);
  if (isChanged || state.changes === null) fleet.set({ ...state, changes: next });
}

const keepIfSame = (known: BoardEntry | undefined, entry: BoardEntry): BoardEntry =>
  known !== undefined && fingerprintEntry(known) === fingerprintEntry(entry) ? known : entry;

export const findBoardEntry = ({ sessions, changes }: FleetData, id: string): BoardEntry | undefined =>
  sessions.get(id) ?? changes?.get(id);

export const listEntries = ({ sessions, changes }: Pick<FleetData, "sessions" | "changes">): readonly BoardEntry[] => [
  ...sessions.values(),
  ...(changes?.values() ?? []),
];

export function setProjects(projects: readonly ProjectView[]): void {
  const state = fleet.get();
  if (JSON.stringify(state.projects) !== JSON.stringify(projects)) fleet.set({ ...state, projects });
}

export const listNeeding = <Entry extends Pick<BoardEntry, "attention">>(entries: Iterable<Entry>): readonly Entry[] =>
  [...entries].filter(({ attention }) => attention.column === "needs_you").toSorted(compareUrgency);

/** How many stand there; whoever shows the number is drawn again only when it is another. */
export const useCount = (column: EntryColumn): number =>
  useStore(fleet, (state) => listEntries(state).filter(({ attention }) => attention.column === column).length);

/** Of those that need a person: what the core ranks first, then who waits longest. */
export function compareUrgency(
  { attention: a }: Pick<BoardEntry, "attention">,
  { attention: b }: Pick<BoardEntry, "attention">,
): number {
  return a.rank - b.rank || compareTexts(a.since ?? "~", b.since ?? "~");
}
