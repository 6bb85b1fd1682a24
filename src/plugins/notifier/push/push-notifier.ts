/**
 * One browser that a person has asked to tell them, also when no page is open. What leaves this machine is a title and a
 * sentence, sealed for that browser; the service in between learns where and when.
 */
import { createHash } from "node:crypto";
import type { Priority } from "../../../domain/model/rules.ts";
import type { Notice, NotifierPlugin, SentNotice } from "../../../slots/notifier.ts";
import { createHttpNotifier, type NoticeRequest } from "../shared/http-notifier.ts";
import { describeOver } from "../shared/over.ts";
import { shorten } from "../shared/shorten.ts";
import { encryptText, type BrowserKeys } from "./encrypt.ts";
import { createVapidHeader, type VapidKey } from "./vapid.ts";

export type PushAddress = BrowserKeys & { readonly endpoint: string };

export type PushOptions = {
  readonly name: string;
  readonly address: PushAddress;
  readonly key: VapidKey;
  readonly nowMs: () => number;
  /** The browser has taken back its leave, or is gone: the service does not know it any more. */
  readonly onGone: () => void;
};

const TITLE_MAX = 120;
const BODY_MAX = 400;
/** As long as a notice is tried anyway. */
const LASTS_SECONDS = 24 * 60 * 60;
/** A phone that saves its battery wakes up for these. */
const URGENCY: Readonly<Record<Priority, string>> = { urgent: "high", action: "high", warning: "normal", info: "low" };

export function pushNotifier({ name, address, key, nowMs, onGone }: PushOptions): NotifierPlugin {
  const url = new URL(address.endpoint);
  const requestFor = ({ topic, urgency, shows }: Pushed): NoticeRequest => ({
    url,
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(LASTS_SECONDS),
      ...{ urgency, topic: formatTopic(topic) },
      authorization: createVapidHeader(key, url, nowMs()),
    },
    body: encryptText(JSON.stringify(shows), address),
  });
  const tells = (notice: Notice): Pushed => ({
    topic: notice.sessionId ?? notice.key,
    urgency: URGENCY[notice.level],
    shows: formatPayload(notice),
  });
  // No topic of the session's: it would take the place of newer news that was not delivered yet.
  const settle = ({ notice }: SentNotice): NoticeRequest =>
    requestFor({
      topic: `${notice.key}:over`,
      urgency: "low",
      shows: { ...formatPayload(describeOver(notice)), over: true },
    });
  return createHttpNotifier(name, (notice) => requestFor(tells(notice)), { onGone, settle });
}

type Pushed = { readonly topic: string; readonly urgency: string; readonly shows: object };

/** What the page's service worker shows. Of one session only the newest is kept. */
function formatPayload({ key, title, message, sessionId }: Notice) {
  return {
    key,
    title: shorten(title, TITLE_MAX),
    body: shorten(message, BODY_MAX),
    tag: sessionId ?? key,
    path: sessionId === null ? "/" : `/sessions/${encodeURIComponent(sessionId)}`,
  };
}

/** At most 32 characters: a newer notice takes the place of one that was not delivered yet. */
const formatTopic = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 32);
