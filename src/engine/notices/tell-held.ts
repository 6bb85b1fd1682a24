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

export type HeldTelling = Telling & {
  /** May what the daemon before us told a channel still be on its way? Asked at once, the channel would deny it. */
  readonly mayStillArrive: () => boolean;
};

/** Key and parts are the same at every attempt, or no channel could say whether it was sent. */
type Message = { readonly key: string; readonly parts: readonly HeldNotice[]; readonly maybeSent: boolean };

export async function tellHeld(telling: HeldTelling): Promise<void> {
  const { store, clock } = telling;
  const nowMs = clock.wallMs();
  // A channel that was down for long may take it again only at night.
  if (isQuiet(telling.timing(), clock.weekMinute())) return;
  const messages = Map.groupBy(store.heldNotices.due(nowMs), ({ project, notifier, message_key }) =>
    JSON.stringify([project, notifier, message_key]),
  );
  for (const parts of messages.values()) {
    const begunKey = parts[0]?.message_key ?? null;
    const maybeSent = begunKey !== null;
    if (maybeSent && telling.mayStillArrive()) continue;
    const isTold = await tellMessage(telling, { key: begunKey ?? beginMessage(store, parts), parts, maybeSent });
    store.transaction(() => {
      for (const held of parts) if (isTold || held.due_ms < nowMs - limits.noticeTriedMs) store.heldNotices.letGo(held);
    });
  }
}

/** Written down before anybody is told: a daemon may die in between. */
function beginMessage(store: Store, parts: readonly HeldNotice[]): string {
  const key = messageKey(parts);
  store.transaction(() => {
    for (const held of parts) store.heldNotices.putInMessage(held, key);
  });
  return key;
}

function messageKey(parts: readonly HeldNotice[]): string {
  const [first, second] = parts;
  if (first !== undefined && second === undefined) return first.notice;
  return `together:${hashText(parts.map(({ notice }) => notice).join("\n"))}`;
}

/** Also true where there is nobody or nothing to tell any more. */
async function tellMessage(telling: Telling, { key, parts, maybeSent }: Message): Promise<boolean> {
  const [first] = parts;
  const channel = first === undefined ? null : telling.channelOf(first.project, first.notifier);
  const worth = parts
    .flatMap(({ doc }) => parseNotice(doc) ?? [])
    .filter(({ about }) => !about || !isNoticeOver(telling.store, about));
  if (first === undefined || channel === null || worth.length === 0) return true;
  if (maybeSent) {
    const sent = await channel.wasSent(key);
    // A channel that does not answer may well have told it.
    if (!sent.ok) return false;
    if (sent.value.known && sent.value.value) return true;
  }
  return (await standingChannel(telling, first.project, channel).notify({ ...together(worth), key })).ok;
}

/** What the smallest of the channels takes. */
const MESSAGE_MAX = 1_800;

/** One alone is told as it is. */
function together(notices: readonly Notice[]): Omit<Notice, "key"> {
  const [first, second] = notices;
  if (first !== undefined && second === undefined) return first;
  const lines = notices.map(({ title, message }) => `• ${title}: ${message.split("\n")[0] ?? ""}`);
  const shown = lines.filter((_, at) => lines.slice(0, at + 1).join("\n").length <= MESSAGE_MAX);
  const left = lines.length - shown.length;
  return {
    title: `${notices.length} notices`,
    message: [...shown, ...(left > 0 ? [`… and ${left} more; \`ao list\` shows all.`] : [])].join("\n"),
    level: priorities.find((level) => notices.some((notice) => notice.level === level)) ?? "info",
    sessionId: null,
    url: null,
  };
}
