/**
 * Room on a disk that runs full: the oldest clean things go first. Each kind goes only when those before it were not
 * enough. Work is never in any of them alone: workspaces of finished sessions are saved and moved to the trash.
 */
import { limits } from "../../domain/model/limits.ts";
import { sweepTrash } from "../../plugins/workspace/shared/rescue/sweep-trash.ts";
import type { CleanedUp } from "../context.ts";
import { sweepSpools } from "./clean-up.ts";
import { sweepCaches } from "./sweep-caches.ts";
import { sweepPrepared } from "./sweep-prepared.ts";

export type RoomSources = {
  readonly caches: string;
  readonly prepared: string;
  readonly turns: string;
  readonly trashes: readonly string[];
  readonly isOpen: (turn: string) => boolean;
  readonly nowMs: number;
  /** Workspaces that no check has used for a day. */
  readonly removeUnusedChecks: (wantedBytes: number) => Promise<Removed>;
  /** Moves workspaces of sessions that ended before to the trash, where they can be removed a day later. */
  readonly removeFinished: (endedBeforeMs: number) => Promise<unknown>;
};

type Removed = CleanedUp["removed"];

export async function makeRoom(sources: RoomSources, wantedBytes: number): Promise<Removed> {
  const { caches, prepared, turns, trashes, isOpen, nowMs } = sources;
  const kinds: readonly ((wantedBytes: number) => Promise<Removed>)[] = [
    (wanted) => sweepPrepared({ prepared, nowMs, wantedBytes: wanted }),
    sources.removeUnusedChecks,
    (wanted) => sweepCaches({ caches, nowMs, wantedBytes: wanted }),
    async (wanted) => {
      const spools = await sweepSpools({ turns, isOpen, nowMs, wantedBytes: wanted });
      return spools.map(({ path, bytes }) => ({ what: "output of a turn", path, bytes }));
    },
    async (wanted) => {
      const { removed } = await sweepTrash({ trashes, wallMs: nowMs, wantedBytes: wanted });
      return removed.map((one) => ({ what: "workspace in the trash", ...one }));
    },
  ];
  const all: Removed[number][] = [];
  const missing = (): number => wantedBytes - all.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const remove of kinds) if (missing() > 0) all.push(...(await remove(missing())));
  if (missing() > 0) await sources.removeFinished(nowMs - limits.surelyKeptMs);
  return all;
}
