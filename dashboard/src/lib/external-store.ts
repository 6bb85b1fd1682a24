/** State outside of React: whoever selects a part is drawn again only when that part is another. */
import { useSyncExternalStore } from "react";

export type ExternalStore<State> = {
  readonly get: () => State;
  readonly set: (next: State) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createStore<State>(initial: State): ExternalStore<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      if (Object.is(state, next)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What `select` gives out must be the same thing as long as nothing changed. */
export function useStore<State, Part>(store: ExternalStore<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

export const useAll = <State>(store: ExternalStore<State>): State => useStore(store, (state) => state);
