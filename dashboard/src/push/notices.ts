/** One notice of the system for each session that begins to need a person while nobody looks; it goes when that is over. */
import type { StatusView } from "../../../src/protocol/session/status.ts";
import { fleet, listNeeding } from "../data/fleet.ts";
import { keep, readKept } from "../data/kept.ts";
import { complain } from "../data/notices.ts";
import { go, formatSessionPath } from "../lib/address.ts";
import { createStore } from "../lib/external-store.ts";
import { readOwnId } from "./subscription.ts";

export type PushState = "unsupported" | "blocked" | "off" | "on";

const WANTED = "notices";
const WORKER = "/service-worker.js";

export const push = createStore<PushState>(readState());

function readState(): PushState {
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && readKept(WANTED) === "on" ? "on" : "off";
}

/** Only a click may ask the browser for leave. */
export async function switchPush(isOn: boolean): Promise<void> {
  keep(WANTED, isOn ? "on" : "");
  if (isOn && Notification.permission === "default") await Notification.requestPermission();
  push.set(readState());
}

/** The page as an app, and its notices. A browser that will not have it shows the page as ever. */
export function startPush(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(WORKER).catch((error: unknown) => {
    push.set("unsupported");
    reportError(error);
  });
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const path = readPath(data);
    if (path !== null) go(path);
  });
  let known: ReadonlySet<string> | null = null;
  fleet.subscribe(() => {
    const { isLoaded, sessions } = fleet.get();
    if (!isLoaded) return;
    const now = new Map(listNeeding(sessions.values()).map((status) => [formatTag(status), status]));
    const before = known;
    known = new Set(now.keys());
    const isPushed = readOwnId() !== "";
    // What was there when the page came is on the page.
    if (before === null || (push.get() !== "on" && !isPushed)) return;
    const fresh = [...now].filter(([tag]) => !before.has(tag)).map(([, status]) => status);
    const over = [...before].filter((tag) => !now.has(tag));
    // Who is told without a page is not told a second time by it.
    const isToldHere = document.visibilityState === "hidden" && !isPushed;
    if (over.length > 0 || isToldHere) tell(isToldHere ? fresh : [], over).catch(complain);
  });
}

/** One incident, one notice; of those that came by push, one a session. */
const formatTag = ({ id, attention }: StatusView): string => `${id} ${attention.code}`;

async function tell(fresh: readonly StatusView[], over: readonly string[]): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const gone = over.flatMap((tag) => [tag, tag.slice(0, tag.indexOf(" "))]);
  for (const tag of gone) for (const notice of await worker.getNotifications({ tag })) notice.close();
  for (const status of fresh)
    await worker.showNotification(status.title, {
      body: status.attention.why,
      tag: formatTag(status),
      icon: "/icon.svg",
      data: { path: formatSessionPath(status.id) },
    });
}

function readPath(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("open" in data)) return null;
  return typeof data.open === "string" && data.open.startsWith("/") ? data.open : null;
}
