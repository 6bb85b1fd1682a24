/** What a channel shows is marked as over once its cause is gone, where the channel can do that. */
import { isOver } from "../../engine/notice-over.ts";
import { ok, type SlotResult } from "../../slots/result.ts";
import type { StandingNotice } from "../../store/standing-notices.ts";
import type { Telling } from "./held-notices.ts";
import { parseNotice } from "./parse-notice.ts";

/** Nobody scrolls back further. */
const STANDS_MS = 7 * 24 * 60 * 60_000;
/** At one look; facts are read for each. */
const LOOKED_AT_MAX = 1_000;
/** A channel that is down is not asked again before. */
const LATER_MS = 10 * 60_000;

export async function settleOver(telling: Telling, nowMs: number): Promise<void> {
  const { store } = telling;
  store.standingNotices.prune(nowMs - STANDS_MS);
  const over = store.standingNotices.due(nowMs, LOOKED_AT_MAX).filter(({ doc }) => {
    const notice = parseNotice(doc);
    return notice === null || (notice.about !== undefined && isOver(store, notice.about));
  });
  const channels = Map.groupBy(over, ({ project, notifier }) => JSON.stringify([project, notifier]));
  await Promise.all([...channels.values()].map((notices) => settleEach(telling, notices, nowMs)));
}

/** One after the other: a channel that does not answer is left alone at the first. */
async function settleEach(telling: Telling, notices: readonly StandingNotice[], nowMs: number): Promise<void> {
  const { standingNotices } = telling.store;
  for (const standing of notices) {
    const settled = await settle(telling, standing);
    if (!settled.ok && settled.error.code !== "refused")
      return standingNotices.putOff(standing.notifier, nowMs + (settled.error.retryAfterMs ?? LATER_MS));
    standingNotices.letGo(standing);
  }
}

/** Where the channel is gone from the settings, there is nothing to do. */
async function settle({ projectOf, noticesOf }: Telling, standing: StandingNotice): Promise<SlotResult<null>> {
  const project = projectOf(standing.project);
  const channel = project === null ? null : noticesOf(project).channel(standing.notifier);
  const notice = parseNotice(standing.doc);
  return notice === null ? ok(null) : ((await channel?.settle?.({ notice, ref: standing.ref })) ?? ok(null));
}
