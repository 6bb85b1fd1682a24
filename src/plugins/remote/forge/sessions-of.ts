/** Whose log folders get to hold what a check of this subject said. */
import type { SessionId } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import { keptChange, publishedFor } from "./kept-change.ts";
import type { KeptFile } from "./kept-file.ts";
import { keptCandidate } from "./build.ts";

export function sessionsOf(kept: KeptFile, of: CheckSubject): readonly SessionId[] {
  switch (of.kind) {
    case "base":
      return [];
    case "change":
      return ofChange(kept, of.change);
    case "candidate":
      return (keptCandidate(kept, of.candidate)?.changes ?? []).flatMap(({ id }) => ofChange(kept, id));
    default:
      return unreachable(of);
  }
}

function ofChange(kept: KeptFile, change: string): readonly SessionId[] {
  const snapshot = keptChange(kept, change)?.doc.snapshot;
  const session = snapshot === undefined ? undefined : publishedFor(kept, snapshot)?.session;
  return session === undefined ? [] : [session];
}
