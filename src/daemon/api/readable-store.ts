/** The store for those who only look: a row beside the one they ask for that cannot be read is not known, and no more. */
import { isDamagedRow } from "../../store/docs/doc.ts";
import type { Store } from "../../store/open.ts";

export function createReadableStore(store: Store): Store {
  const { issues, changes, candidates, projects, sessions } = store;
  return {
    ...store,
    issues: { ...issues, get: (id) => tryOrElse(() => issues.get(id), null) },
    changes: {
      ...changes,
      get: (id) => tryOrElse(() => changes.get(id), null),
      ofSession: (session) => tryOrElse(() => changes.ofSession(session), []),
    },
    candidates: { ...candidates, get: (id) => tryOrElse(() => candidates.get(id), null) },
    sessions: { ...sessions, get: (id) => tryOrElse(() => sessions.get(id), null) },
    projects: { ...projects, get: (id) => tryOrElse(() => projects.get(id), null) },
  };
}

function tryOrElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isDamagedRow(error)) return otherwise;
    throw error;
  }
}
