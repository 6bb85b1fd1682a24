/** Tells what has waited for its moment: all of a channel in one message, without what is over by now. */
import { limits } from "../../domain/model/limits.ts";
import { hashText } from "../../domain/model/hash.ts";
import { isQuiet } from "../../domain/incident/notice-timing.ts";
import { priorities } from "../../domain/model/rules.ts";
import type { Notice } from "../../slots/notifier.ts";
import type { HeldNotice } from "../../store/notices/held-notices.ts";
import type { Store } from "../../store/open.ts";
import type { Clock, NoticeSettings } from "../deps.ts";
import { isNoticeOver } from "../notice-over.ts";
import { standingChannel } from "./kept-channel.ts";
import { parseNotice } from "./parse-notice.ts";

export type Telling = NoticeSettings & {
  readonly store: Store;
  readonly clock: Pick<Clock, "wallMs" | "weekMinute">;
};

export async function tellHeld(telling: Telling): Promise<void> {
  const { store, clock } = telling;
  const nowMs = clock.wallMs();
  // A channel that was down for long may take it again only at night.
  if (isQuiet(telling.timing(), clock.weekMinute())) return;
  const heaps = Map.groupBy(store.heldNotices.due(nowMs), ({ project, notifier }) =>
    JSON.stringify([project, notifier]),
  );
  for (const heap of heaps.values()) {
    const isTold = await tellHeap(telling, heap);
    store.transaction(() => {
      for (const held of heap) if (isTold || held.due_ms < nowMs - limits.noticeTriedMs) store.heldNotices.letGo(held);
    });
  }
}

/** Also true where there is nobody or nothing to tell any more. */
async function tellHeap(telling: Telling, heap: readonly HeldNotice[]): Promise<boolean> {
  const [first] = heap;
  const channel = first === undefined ? null : telling.channelOf(first.project, first.notifier);
  const worth = heap
    .flatMap(({ doc }) => parseNotice(doc) ?? [])
    .filter(({ about }) => !about || !isNoticeOver(telling.store, about));
  if (first === undefined || channel === null || worth.length === 0) return true;
  const notice = together(worth);
  // It may have been told before an answer got lost, or before a daemon died.
  const sent = await channel.wasSent(notice.key);
  if (sent.ok && sent.value.known && sent.value.value) return true;
  return (await standingChannel(telling, first.project, channel).notify(notice)).ok;
}

/** What the smallest of the channels takes. */
const MESSAGE_MAX = 1_800;

/** One alone is told as it is. */
function together(notices: readonly Notice[]): Notice {
  const [first, second] = notices;
  if (first !== undefined && second === undefined) return first;
  const lines = notices.map(({ title, message }) => `• ${title}: ${message.split("\n")[0] ?? ""}`);
  const shown = lines.filter((_, at) => lines.slice(0, at + 1).join("\n").length <= MESSAGE_MAX);
  const left = lines.length - shown.length;
  return {
    key: `together:${hashText(notices.map(({ key }) => key).join("\n"))}`,
    title: `${notices.length} notices`,
    message: [...shown, ...(left > 0 ? [`… and ${left} more; \`ao list\` shows all.`] : [])].join("\n"),
    level: priorities.find((level) => notices.some((notice) => notice.level === level)) ?? "info",
    sessionId: null,
    url: null,
  };
}
