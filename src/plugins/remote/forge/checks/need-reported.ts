/**
 * Which runs of a commit's checks are known to be over. A look that shows less was answered by a replica that lags behind: by it
 * nothing seems red, so nothing would be run again, and what was heard before would be taken for the answer.
 */
import { needLater, noteShown, type LogParts } from "./check-logs.ts";
import type { KeptFile } from "../kept-file.ts";
import { collectIds, type AwaitedReruns } from "./rerun.ts";
import type { NamedCheck } from "./results.ts";

const HEARD = "heard";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

export function noteReported(kept: KeptFile, commit: string, named: readonly NamedCheck[]): void {
  const before = kept.get<AwaitedReruns>(HEARD, commit)?.doc ?? {};
  const over = collectIds(named.filter(({ verdict }) => verdict !== "running"));
  const news = Object.entries(over).filter(([name, id]) => id > (before[name] ?? 0));
  if (news.length === 0) return;
  kept.forgetBefore(HEARD, kept.wallMs() - KEPT_MS);
  kept.put(HEARD, commit, { ...before, ...Object.fromEntries(news) });
}

export function areReportedShown(kept: KeptFile, commit: string, named: readonly NamedCheck[]): boolean {
  const heard = Object.entries(kept.get<AwaitedReruns>(HEARD, commit)?.doc ?? {});
  return heard.every(([name, id]) => named.some((one) => one.name === name && isSince(one, id)));
}

const isSince = ({ id, verdict }: NamedCheck, heard: number): boolean =>
  id !== null && (id > heard || (id === heard && verdict !== "running"));

/** Trouble, unless they are missed for so long that they are no more. */
export function needReported(
  parts: Pick<LogParts, "client" | "kept">,
  commit: string,
  named: readonly NamedCheck[],
): void {
  const what = `checks of ${commit}`;
  if (areReportedShown(parts.kept, commit, named)) noteShown(parts, what);
  else needLater(parts, what);
}
