/** What is known of all sessions and of the changes without one, at a glance. Fed by `follow.ts`; nothing here decides anything. */
import type { ChangeSummaryView } from "../../../src/protocol/change.ts";
import type { AttentionView } from "../../../src/protocol/attention.ts";
import type { ProjectView } from "../../../src/protocol/project.ts";
import type { StatusView } from "../../../src/protocol/status.ts";
import { createStore, useStore } from "../lib/external-store.ts";
import { inOrder } from "../lib/in-order.ts";
import { toBoardEntry, type BoardEntry } from "./board-entry.ts";

export type Column = AttentionView["column"];

export type Fleet = {
  readonly isLoaded: boolean;
  readonly sessions: ReadonlyMap<string, StatusView>;
  /** Open ones that no live session works on; null: not read yet. */
  readonly changes: ReadonlyMap<string, BoardEntry> | null;
  readonly projects: readonly ProjectView[];
};

export const fleet = createStore<Fleet>({ isLoaded: false, sessions: new Map(), changes: null, projects: [] });

/** The newest event of each subject, by its id: whoever shows that subject in depth reads it again. */
export const news = createStore<ReadonlyMap<string, number>>(new Map());

export const useSessions = (): ReadonlyMap<string, StatusView> => useStore(fleet, ({ sessions }) => sessions);
export const useEntry = (id: string): BoardEntry | undefined => useStore(fleet, (state) => entryOf(state, id));
export const useChanges = (): Fleet["changes"] => useStore(fleet, ({ changes }) => changes);
export const useProjects = (): readonly ProjectView[] => useStore(fleet, ({ projects }) => projects);
export const useNews = (subject: string): number => useStore(news, (all) => all.get(subject) ?? 0);

/** A session that is as it was stays the same thing, so that its card is not drawn again. */
export function mergeSessions(found: readonly StatusView[], which: "all" | "some"): void {
  const { sessions, ...rest } = fleet.get();
  const next = new Map(which === "all" ? [] : sessions);
  let isChanged = which === "all" && found.length !== sessions.size;
  for (const status of found) {
    const known = sessions.get(status.id);
    const isSame = known !== undefined && textOf(known) === textOf(status);
    if (!isSame) isChanged = true;
    next.set(status.id, isSame ? known : status);
  }
  if (isChanged || !rest.isLoaded) fleet.set({ ...rest, sessions: next, isLoaded: true });
}

const texts = new WeakMap<BoardEntry, string>();

/** Made once for each: most of what is read again is as it was. */
function textOf(status: BoardEntry): string {
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
  const next = new Map(entries.map((entry) => [entry.id, unlessSame(before.get(entry.id), entry)]));
  const isChanged = next.size !== before.size || [...next].some(([id, entry]) => before.get(id) !== entry);
  if (isChanged || state.changes === null) fleet.set({ ...state, changes: next });
}

const unlessSame = (known: BoardEntry | undefined, entry: BoardEntry): BoardEntry =>
  known !== undefined && textOf(known) === textOf(entry) ? known : entry;

export const entryOf = ({ sessions, changes }: Fleet, id: string): BoardEntry | undefined =>
  sessions.get(id) ?? changes?.get(id);

export const entriesOf = ({ sessions, changes }: Pick<Fleet, "sessions" | "changes">): readonly BoardEntry[] => [
  ...sessions.values(),
  ...(changes?.values() ?? []),
];

export function setProjects(projects: readonly ProjectView[]): void {
  const state = fleet.get();
  if (JSON.stringify(state.projects) !== JSON.stringify(projects)) fleet.set({ ...state, projects });
}

export const needing = <Entry extends Pick<BoardEntry, "attention">>(entries: Iterable<Entry>): readonly Entry[] =>
  [...entries].filter(({ attention }) => attention.column === "needs_you").toSorted(byUrgency);

/** How many stand there; whoever shows the number is drawn again only when it is another. */
export const useCount = (column: Column): number =>
  useStore(fleet, (state) => entriesOf(state).filter(({ attention }) => attention.column === column).length);

/** Of those that need a person: what the core ranks first, then who waits longest. */
export function byUrgency(
  { attention: a }: Pick<BoardEntry, "attention">,
  { attention: b }: Pick<BoardEntry, "attention">,
): number {
  return a.rank - b.rank || inOrder(a.since ?? "~", b.since ?? "~");
}
