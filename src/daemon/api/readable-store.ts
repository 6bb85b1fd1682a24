/** The store for those who only look: a row beside the one they ask for that cannot be read is not known, and no more. */
import { isDamagedRow } from "../../store/doc.ts";
import type { Store } from "../../store/open.ts";

export function readableStore(store: Store): Store {
  const { issues, changes, candidates, projects, sessions } = store;
  return {
    ...store,
    issues: { ...issues, get: (id) => orElse(() => issues.get(id), null) },
    changes: {
      ...changes,
      get: (id) => orElse(() => changes.get(id), null),
      ofSession: (session) => orElse(() => changes.ofSession(session), []),
    },
    candidates: { ...candidates, get: (id) => orElse(() => candidates.get(id), null) },
    sessions: { ...sessions, get: (id) => orElse(() => sessions.get(id), null) },
    projects: { ...projects, get: (id) => orElse(() => projects.get(id), null) },
  };
}

function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isDamagedRow(error)) return otherwise;
    throw error;
  }
}
