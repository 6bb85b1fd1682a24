/** Something read in depth: kept while its page is away, read again when there is news of it, never two at once. */
import { useCallback, useEffect, useRef } from "react";
import { createStore, useStore, type ExternalStore } from "../lib/external-store.ts";

export type Resource<T> = {
  readonly data: T | null;
  readonly error: Error | null;
  readonly isLoading: boolean;
  /** How often it was read so far: what was kept from before may be old. */
  readonly reads: number;
};

type Entry = { readonly store: ExternalStore<Resource<unknown>>; isAsking: boolean; isStale: boolean };

const entries = new Map<string, Entry>();
const KEPT_MAX = 60;
const AGAIN_MS = 150;

export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  revision: number | string = 0,
): Resource<T> & { reload: () => void } {
  const entry = getEntry(key);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => ask(entry, () => latest.current()), [entry]);
  useEffect(reload, [reload, revision]);
  const resource = useStore(entry.store, (state) => state);
  return { ...typed<T>(resource), reload };
}

/** Each key is used with one loader, so what lies there is what that one gave. */
function typed<T>(resource: Resource<unknown>): Resource<T>;
function typed(resource: Resource<unknown>): Resource<unknown> {
  return resource;
}

function getEntry(key: string): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = {
    store: createStore<Resource<unknown>>({ data: null, error: null, isLoading: true, reads: 0 }),
    isAsking: false,
    isStale: false,
  };
  entries.set(key, made);
  const [oldest] = entries.keys();
  if (entries.size > KEPT_MAX && oldest !== undefined) entries.delete(oldest);
  return made;
}

function ask(entry: Entry, load: () => Promise<unknown>): void {
  if (entry.isAsking) {
    entry.isStale = true;
    return;
  }
  entry.isAsking = true;
  entry.isStale = false;
  load()
    .then(
      (data) => {
        const { data: before, reads } = entry.store.get();
        entry.store.set({ data: keepSame(before, data), error: null, isLoading: false, reads: reads + 1 });
      },
      (error: unknown) =>
        entry.store.set({
          ...entry.store.get(),
          error: error instanceof Error ? error : new Error(String(error)),
          isLoading: false,
        }),
    )
    .finally(() => {
      setTimeout(() => {
        entry.isAsking = false;
        if (entry.isStale) ask(entry, load);
      }, AGAIN_MS);
    })
    .catch((error: unknown) => reportError(error));
}

const keepSame = (before: unknown, after: unknown): unknown =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after;
