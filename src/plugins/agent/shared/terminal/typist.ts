/**
 * Types one message into a screen, key by key as a careful person would: pastes it only into an empty box, presses Enter
 * only when the box is seen to hold it, presses it again only while it still does, and asks a person about everything it
 * does not know. It never types a message twice: pasted again it is only while Enter was never pressed.
 */
import { holds, type Seen } from "./see-screen.ts";

export type Key = { readonly name: string; readonly atMs: number };
export type Dialog = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  readonly isOpen: boolean;
};

/** What was done so far, as it lies on the disk: written before the deed, which the runtime does once by its name. */
export type Typed = {
  readonly keys: readonly Key[];
  readonly dialogs: readonly Dialog[];
  /** In the order in which they are told. */
  readonly told: readonly { readonly kind: "asked" | "answered"; readonly id: string }[];
  readonly isRead: boolean;
  readonly isOver: boolean;
  /** Since when the screen has shown nothing that is known. */
  readonly lostSinceMs: number | null;
};

export const nothingTyped: Typed = {
  ...{ keys: [], dialogs: [], told: [], isRead: false, isOver: false },
  lostSinceMs: null,
};

const ENTER_AGAIN_MS = 1_500;
const PASTE_AGAIN_MS = 4_000;
/** Three of ten get lost at the worst terminal that was seen. */
const ENTERS_MAX = 12;
const PASTES_MAX = 3;
const LOST_MS = 30_000;

export function typeOn(typed: Typed, seen: Seen, text: string, nowMs: number): Typed {
  if (typed.isOver) return closeAll(typed);
  const now = withDialog(typed, seen);
  if (now.isRead || seen.kind === "dialog") return { ...now, lostSinceMs: null };
  if (seen.kind === "other") return lost(now, nowMs);
  const key = nextKey(now, seen.text, text, nowMs);
  if (key === "wait") return now;
  if (key === "lost") return lost(now, nowMs);
  return { ...now, keys: [...now.keys, { name: key, atMs: nowMs }], lostSinceMs: null };
}

function nextKey({ keys }: Typed, box: string, text: string, nowMs: number): string {
  const pastes = keys.filter(({ name }) => name.startsWith("paste")).length;
  const done = { pastes, enters: keys.length - pastes, sinceMs: nowMs - (keys.at(-1)?.atMs ?? 0) };
  if (pastes > 0 && holds(box, text)) return nextEnter(done);
  // It was taken, or it is gone: nobody can tell, and it is not typed again.
  if (done.enters > 0) return "lost";
  return nextPaste(done, box.trim() === "");
}

type Done = { readonly pastes: number; readonly enters: number; readonly sinceMs: number };

function nextEnter({ enters, sinceMs }: Done): string {
  if (enters > 0 && sinceMs < ENTER_AGAIN_MS) return "wait";
  return enters < ENTERS_MAX ? `enter.${enters + 1}` : "lost";
}

function nextPaste({ pastes, sinceMs }: Done, isEmpty: boolean): string {
  if (pastes > 0 && sinceMs < PASTE_AGAIN_MS) return "wait";
  return isEmpty && pastes < PASTES_MAX ? `paste.${pastes + 1}` : "lost";
}

export const bytesOf = (key: string, text: string): string =>
  key.startsWith("paste") ? `\u001b[200~${plain(text)}\u001b[201~` : "\r";

/** What ends a paste, or steers a terminal in any other way, is no part of a message. */
const plain = (text: string): string => text.replaceAll(/[^\n\t\P{Cc}]/gu, "");

const LOST = "lost";

function lost(typed: Typed, nowMs: number): Typed {
  const sinceMs = typed.lostSinceMs ?? nowMs;
  const isTold = typed.dialogs.some(({ id, isOpen }) => id.startsWith(LOST) && isOpen);
  if (nowMs - sinceMs < LOST_MS || isTold) return { ...typed, lostSinceMs: sinceMs };
  const text = typed.keys.some(({ name }) => name.startsWith("enter"))
    ? "The message was typed into the agent's screen, and the agent has not said that it got it. Look at its terminal."
    : "The message could not be typed: the agent's screen shows neither an empty box nor a dialog. Look at its terminal.";
  return { ...open(typed, { id: nameOf(typed, LOST), text, choices: [] }), lostSinceMs: sinceMs };
}

function withDialog(typed: Typed, seen: Seen): Typed {
  const shown = typed.dialogs.find(({ isOpen, id }) => isOpen && !id.startsWith(LOST));
  const isSame = seen.kind === "dialog" && shown?.text === seen.text && shown.choices.join() === seen.choices.join();
  const before = shown === undefined || isSame || seen.kind === "other" ? typed : close(typed, shown.id);
  const settled = before.isRead ? closeAll(before, LOST) : before;
  if (seen.kind !== "dialog" || isSame) return settled;
  return open(settled, { id: nameOf(settled, "dialog"), text: seen.text, choices: seen.choices });
}

const nameOf = ({ dialogs }: Typed, kind: string): string => `${kind}.${dialogs.length + 1}`;

const open = (typed: Typed, dialog: Omit<Dialog, "isOpen">): Typed => ({
  ...typed,
  dialogs: [...typed.dialogs, { ...dialog, isOpen: true }],
  told: [...typed.told, { kind: "asked", id: dialog.id }],
});

const close = (typed: Typed, id: string): Typed => ({
  ...typed,
  dialogs: typed.dialogs.map((dialog) => (dialog.id === id ? { ...dialog, isOpen: false } : dialog)),
  told: [...typed.told, { kind: "answered", id }],
});

function closeAll(typed: Typed, kind = ""): Typed {
  const left = typed.dialogs.filter(({ id, isOpen }) => isOpen && id.startsWith(kind));
  return left.reduce((now, { id }) => close(now, id), typed);
}

/** The key that picks what a person answered; null: it names none of the choices. */
export function keyFor({ choices }: Dialog, answer: string): string | null {
  const word = answer.trim().toLowerCase();
  const counted = /^\d$/.test(word) ? Number(word) - 1 : -1;
  const named = choices.findIndex((choice) => choice.toLowerCase() === word);
  const isYes = /^(allow|yes|y|ok)\b/.test(word);
  const meant = choices.findIndex((choice) => (isYes ? /^(yes|allow|proceed)/i : /^(no|deny|reject)/i).test(choice));
  const at = [counted, named, meant].find((index) => index >= 0 && index < choices.length);
  return at === undefined ? null : String(at + 1);
}
