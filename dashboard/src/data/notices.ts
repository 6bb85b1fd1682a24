/** The outcome of what the reader did, and what screen readers are told. One at a time, calm. */
import { createStore } from "../lib/external-store.ts";
import { ApiError } from "../../../src/protocol/client/api-error.ts";

export type ToastNotice = {
  readonly id: number;
  readonly tone: "said" | "failed";
  readonly text: string;
  /** A command that may help. */
  readonly advice: string | null;
  readonly link: { readonly href: string; readonly text: string } | null;
};

export const notices = createStore<readonly ToastNotice[]>([]);
/** For the one polite live region. */
export const announced = createStore("");

const SHOWN_MAX = 3;
const SAID_FOR_MS = 6_000;
const ANNOUNCE_EVERY_MS = 5_000;
let lastId = 0;
let announcedMs = 0;

export function showNotice(text: string, link: ToastNotice["link"] = null): void {
  const id = add({ tone: "said", text, advice: null, link });
  setTimeout(() => dismiss(id), SAID_FOR_MS);
}

/** Stays until it is put away. */
export function complain(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  add({
    tone: "failed",
    text: capitalizeNotice(text),
    advice: error instanceof ApiError ? error.try : null,
    link: null,
  });
}

export function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

export function announce(text: string, how: "own" | "other" = "other"): void {
  const nowMs = Date.now();
  if (how === "other" && nowMs - announcedMs < ANNOUNCE_EVERY_MS) return;
  announcedMs = nowMs;
  announced.set(text);
}

function add(notice: Omit<ToastNotice, "id">): number {
  lastId += 1;
  const id = lastId;
  notices.set([...notices.get(), { ...notice, id }].slice(-SHOWN_MAX));
  announce(notice.text, "own");
  return id;
}

export const capitalizeNotice = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
