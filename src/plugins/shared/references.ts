/**
 * Ids of a forge's issues and changes: `<project>#<number>`, of threads `<project>#<number>.<n>`. A project that has moved has
 * `<project>~<forge>` before the numbers of the forge it moved to.
 */
import {
  changeId,
  issueId,
  threadId,
  type ChangeId,
  type IssueId,
  type ProjectId,
  type ThreadId,
} from "../../domain/model/ids.ts";

export type References = {
  readonly issue: (number: number) => IssueId;
  readonly change: (number: number) => ChangeId;
  readonly thread: (change: number, n: number) => ThreadId;
  /** The number that `12`, `#12` or the whole id names; null when it names nothing of this project. */
  readonly numberOf: (reference: string) => number | null;
  readonly threadOf: (id: ThreadId) => { readonly change: number; readonly n: number } | null;
};

/** `changes`: what stands before the numbers of changes, where that is not what stands before those of issues. */
export function createReferences(issues: ProjectId, changes: ProjectId = issues): References {
  const idOf = (number: number): string => `${changes}#${number}`;
  const numberOf = (reference: string): number | null => {
    const named = [issues, changes].find((name) => reference.startsWith(`${name}#`));
    const local = reference.slice(named?.length ?? 0);
    const digits = /^#?([1-9]\d{0,14})$/.exec(local.trim())?.[1];
    return digits === undefined ? null : Number(digits);
  };
  return {
    issue: (number) => issueId(`${issues}#${number}`),
    change: (number) => changeId(idOf(number)),
    thread: (change, n) => threadId(`${idOf(change)}.${n}`),
    numberOf,
    threadOf: (id) => {
      const dot = id.lastIndexOf(".");
      const [change, n] = [numberOf(id.slice(0, dot)), Number(id.slice(dot + 1))];
      return dot < 0 || change === null || !Number.isInteger(n) ? null : { change, n };
    },
  };
}
