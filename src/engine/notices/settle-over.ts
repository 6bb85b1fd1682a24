/** What a channel shows is marked as over once its cause is gone, where the channel can do that. */
import { ok, type SlotResult } from "../../slots/result.ts";
import type { StandingNotice } from "../../store/notices/standing-notices.ts";
import { limits } from "../../domain/model/limits.ts";
import { isNoticeOver } from "../notice-over.ts";
import { parseNotice } from "./parse-notice.ts";
import type { Telling } from "./tell-held.ts";

/** At one look; facts are read for each. */
const LOOKED_AT_MAX = 1_000;
/** A channel that is down is not asked again before. */
const LATER_MS = 10 * 60_000;

export async function settleOver(telling: Telling): Promise<void> {
  const { store, clock } = telling;
  const nowMs = clock.wallMs();
  store.transaction(() => store.standingNotices.prune(nowMs - limits.noticeStandsMs));
  const over = store.standingNotices.due(nowMs, LOOKED_AT_MAX).filter(({ doc }) => {
    const notice = parseNotice(doc);
    return notice === null || (notice.about !== undefined && isNoticeOver(store, notice.about));
  });
  const channels = Map.groupBy(over, ({ project, notifier }) => JSON.stringify([project, notifier]));
  await Promise.all([...channels.values()].map((notices) => settleEach(telling, notices, nowMs)));
}

/** One after the other: a channel that does not answer is left alone at the first. */
async function settleEach(telling: Telling, notices: readonly StandingNotice[], nowMs: number): Promise<void> {
  const { store } = telling;
  for (const standing of notices) {
    const settled = await settle(telling, standing);
    if (!settled.ok && settled.error.code !== "refused") {
      const untilMs = nowMs + (settled.error.retryAfterMs ?? LATER_MS);
      return store.transaction(() => store.standingNotices.putOff(standing.notifier, untilMs));
    }
    store.transaction(() => store.standingNotices.letGo(standing));
  }
}

/** Where the channel is gone from the settings, there is nothing to do. */
async function settle({ channelOf }: Telling, standing: StandingNotice): Promise<SlotResult<null>> {
  const notice = parseNotice(standing.doc);
  if (notice === null) return ok(null);
  return (await channelOf(standing.project, standing.notifier)?.settle?.({ notice, ref: standing.ref })) ?? ok(null);
}
