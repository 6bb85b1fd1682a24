/** The failures of the base that a session was started to fix, named by the last line of the issue that `ao triage` wrote. */
import type { CheckResult } from "./check.ts";
import type { Session } from "../session/session.ts";

export type TaskFailure = { readonly check: string; readonly cause: string };

/** The line of an issue that says what failure it is about. */
export function formatTaskFailure({ check, cause }: TaskFailure): string {
  return `Failure ${cause} of \`${check}\``;
}

export function parseTaskFailures(task: string): readonly TaskFailure[] {
  const found = task.matchAll(/^Failure ([0-9a-f]{8,64}) of `([^`\n]+)`$/gm);
  return [...found].map(([, cause = "", check = ""]) => ({ check, cause }));
}

/** Of what failed, that which the session's task is to fix. */
export function listTaskFailures(
  session: Pick<Session, "task"> | null,
  failed: readonly CheckResult[],
): readonly CheckResult[] {
  const tasks = session === null ? [] : parseTaskFailures(session.task);
  return tasks.length === 0 ? [] : failed.filter((result) => tasks.some((task) => isAbout(task, result)));
}

export function isAbout(
  { check, cause }: TaskFailure,
  result: Pick<CheckResult, "name" | "fingerprint" | "tests">,
): boolean {
  if (result.name !== check) return false;
  return result.fingerprint === cause || (result.tests?.failed ?? []).some((test) => test.startsWith(`${cause}.`));
}
