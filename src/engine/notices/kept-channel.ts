/**
 * A channel as the engine tells people on it. What may not be told now waits for its moment; what went out, or waits, is
 * written down, so that a retry for the sake of another channel does not tell this one again; and so is what the channel
 * can mark as over later.
 */
import type { ProjectId } from "../../domain/model/ids.ts";
import { known } from "../../domain/model/known.ts";
import { computeHeldUntilMs, type NoticeTiming } from "../../domain/incident/notice-timing.ts";
import type { NotifierPlugin } from "../../slots/notifier.ts";
import { ok } from "../../slots/result.ts";
import type { Store } from "../../store/open.ts";
import type { Clock } from "../deps.ts";

export type NoticeKeeping = {
  readonly store: Pick<Store, "transaction" | "heldNotices" | "sentNotices" | "standingNotices">;
  readonly clock: Pick<Clock, "wallMs" | "weekMinute">;
  /** As the settings say now. */
  readonly timing: () => NoticeTiming;
};

/** For what is new: told now, or held until people may be told. */
export function keptChannel(keeping: NoticeKeeping, project: ProjectId, channel: NotifierPlugin): NotifierPlugin {
  const { name } = channel;
  const { store, clock } = keeping;
  const direct = standingChannel(keeping, project, channel);
  return {
    ...direct,
    notify: async ({ maybeSent, ...notice }) => {
      const wallMs = clock.wallMs();
      const dueMs = computeHeldUntilMs(notice.level, keeping.timing(), { wallMs, weekMinuteAt: clock.weekMinute });
      if (dueMs === null) {
        const told = await direct.notify(notice);
        if (told.ok) store.transaction(() => store.sentNotices.add(notice.key, name, wallMs));
        return told;
      }
      store.transaction(() => {
        const doc = JSON.stringify(notice);
        const held = { notice: notice.key, notifier: name, project, due_ms: dueMs, doc };
        store.heldNotices.hold({ ...held, message_key: maybeSent === true ? notice.key : null });
        store.sentNotices.add(notice.key, name, wallMs);
      });
      return ok(null);
    },
    wasSent: async (key) => (store.sentNotices.has(key, name) ? ok(known(true)) : channel.wasSent(key)),
  };
}

/** For what has waited: told at once. */
export function standingChannel(
  { store, clock }: Pick<NoticeKeeping, "store" | "clock">,
  project: ProjectId,
  channel: NotifierPlugin,
): NotifierPlugin {
  const { name, settle } = channel;
  return {
    name,
    notify: async (notice) => {
      const told = await channel.notify(notice);
      if (!told.ok || notice.about === undefined || settle === undefined) return told;
      const times = { told_ms: clock.wallMs(), due_ms: clock.wallMs() };
      const standing = { ...times, ref: told.value, doc: JSON.stringify(notice) };
      store.transaction(() => store.standingNotices.add({ notice: notice.key, notifier: name, project, ...standing }));
      return told;
    },
    wasSent: (key) => channel.wasSent(key),
    ...(settle === undefined ? {} : { settle }),
  };
}
