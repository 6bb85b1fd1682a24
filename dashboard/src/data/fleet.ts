/** What is known of all sessions, at a glance. Fed by `follow.ts`; nothing here decides anything. */
import type { AttentionView } from "../../../src/protocol/attention.ts";
import type { ProjectView } from "../../../src/protocol/project.ts";
import type { StatusView } from "../../../src/protocol/status.ts";
import { createStore, useStore } from "../lib/external-store.ts";
import { inOrder } from "../lib/in-order.ts";

export type Column = AttentionView["column"];

export type Fleet = {
  readonly isLoaded: boolean;
  readonly sessions: ReadonlyMap<string, StatusView>;
  readonly projects: readonly ProjectView[];
};

export const fleet = createStore<Fleet>({ isLoaded: false, sessions: new Map(), projects: [] });

/** The newest event of each subject, by its id: whoever shows that subject in depth reads it again. */
export const news = createStore<ReadonlyMap<string, number>>(new Map());

export const useSession = (id: string): StatusView | undefined => useStore(fleet, ({ sessions }) => sessions.get(id));
export const useSessions = (): ReadonlyMap<string, StatusView> => useStore(fleet, ({ sessions }) => sessions);
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

const texts = new WeakMap<StatusView, string>();

/** Made once for each: most of what is read again is as it was. */
function textOf(status: StatusView): string {
  const known = texts.get(status);
  if (known !== undefined) return known;
  const text = JSON.stringify(status);
  texts.set(status, text);
  return text;
}

export function setProjects(projects: readonly ProjectView[]): void {
  const state = fleet.get();
  if (JSON.stringify(state.projects) !== JSON.stringify(projects)) fleet.set({ ...state, projects });
}

export const needing = (sessions: Iterable<StatusView>): readonly StatusView[] =>
  [...sessions].filter(({ attention }) => attention.column === "needs_you").toSorted(byUrgency);

/** How many stand there; whoever shows the number is drawn again only when it is another. */
export const useCount = (column: Column): number =>
  useStore(fleet, ({ sessions }) => {
    let count = 0;
    for (const { attention } of sessions.values()) if (attention.column === column) count += 1;
    return count;
  });

/** Of those that need a person: what the core ranks first, then who waits longest. */
export function byUrgency({ attention: a }: StatusView, { attention: b }: StatusView): number {
  return a.rank - b.rank || inOrder(a.since ?? "~", b.since ?? "~");
}
