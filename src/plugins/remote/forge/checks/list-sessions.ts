/** Whose log folders get to hold what a check of this subject said. */
import type { SessionId } from "../../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../../domain/core/subject.ts";
import { unreachable } from "../../../../domain/model/unreachable.ts";
import { getKeptChange, findPublishedBranch } from "../changes/kept-change.ts";
import type { KeptFile } from "../kept-file.ts";
import { getKeptCandidate } from "../landing/build.ts";

export function listSessions(kept: KeptFile, of: CheckSubject): readonly SessionId[] {
  switch (of.kind) {
    case "base":
      return [];
    case "change":
      return listChangeSessions(kept, of.change);
    case "candidate":
      return (getKeptCandidate(kept, of.candidate)?.changes ?? []).flatMap(({ id }) => listChangeSessions(kept, id));
    default:
      return unreachable(of);
  }
}

function listChangeSessions(kept: KeptFile, change: string): readonly SessionId[] {
  const snapshot = getKeptChange(kept, change)?.doc.snapshot;
  const session = snapshot === undefined ? undefined : findPublishedBranch(kept, snapshot)?.session;
  return session === undefined ? [] : [session];
}
