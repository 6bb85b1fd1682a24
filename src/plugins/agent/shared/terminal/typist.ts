/**
 * Types one message into a screen, key by key as a careful person would: pastes it only into an empty box, presses Enter
 * only when the box is seen to hold it, presses it again only while it still does, and asks a person about everything it
 * does not know. It never types a message twice: pasted again it is only while Enter was never pressed.
 */
import { holdsText, type Seen } from "./see-screen.ts";

export type Key = { readonly name: string; readonly atMs: number };
export type Dialog = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  readonly isOpen: boolean;
  /** What a person answered, and when its key was pressed. */
  readonly answer?: Answer;
  /** It was answered before, in vain. */
  readonly isRepeated?: boolean;
};

/** `heard`: what the tool had told last of its work by then. */
type Answer = { readonly key: string; readonly pressedAtMs: readonly number[]; readonly heard: string };

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
/** A dialog takes no key while it is being drawn; a busy machine draws for seconds. */
const ANSWER_AGAIN_MS = 1_500;
const ANSWERS_MAX = 5;

/** What was seen of the tool: its screen, and what it has told last of its work. */
export type ToolSight = { readonly seen: Seen; readonly heard: string };

export function continueTyping(typed: Typed, { seen, heard }: ToolSight, text: string, nowMs: number): Typed {
  if (typed.isOver) return closeAll(typed);
  const now = noteDialog(typed, seen, { heard, nowMs });
  if (now.isRead || seen.kind === "dialog") return { ...now, lostSinceMs: null };
  if (seen.kind === "other") return giveUpTyping(now, nowMs);
  const key = chooseNextKey(now, seen.text, text, nowMs);
  if (key === "wait") return now;
  if (key === "lost") return giveUpTyping(now, nowMs);
  return { ...now, keys: [...now.keys, { name: key, atMs: nowMs }], lostSinceMs: null };
}

function chooseNextKey({ keys }: Typed, box: string, text: string, nowMs: number): string {
  const pastes = keys.filter(({ name }) => name.startsWith("paste")).length;
  const done = { pastes, enters: keys.length - pastes, sinceMs: nowMs - (keys.at(-1)?.atMs ?? 0) };
  if (pastes > 0 && holdsText(box, text)) return chooseNextEnter(done);
  // It was taken, or it is gone: nobody can tell, and it is not typed again.
  if (done.enters > 0) return "lost";
  return chooseNextPaste(done, box.trim() === "");
}

type Done = { readonly pastes: number; readonly enters: number; readonly sinceMs: number };

function chooseNextEnter({ enters, sinceMs }: Done): string {
  if (enters > 0 && sinceMs < ENTER_AGAIN_MS) return "wait";
  return enters < ENTERS_MAX ? `enter.${enters + 1}` : "lost";
}

function chooseNextPaste({ pastes, sinceMs }: Done, isEmpty: boolean): string {
  if (pastes > 0 && sinceMs < PASTE_AGAIN_MS) return "wait";
  return isEmpty && pastes < PASTES_MAX ? `paste.${pastes + 1}` : "lost";
}

export const toKeyBytes = (key: string, text: string): string =>
  key.startsWith("paste") ? `\u001b[200~${toPlainPaste(text)}\u001b[201~` : "\r";

/** What ends a paste, or steers a terminal in any other way, is no part of a message. */
const toPlainPaste = (text: string): string => text.replaceAll(/[^\n\t\P{Cc}]/gu, "");

const LOST = "lost";

function giveUpTyping(typed: Typed, nowMs: number): Typed {
  const sinceMs = typed.lostSinceMs ?? nowMs;
  const isTold = typed.dialogs.some(({ id, isOpen }) => id.startsWith(LOST) && isOpen);
  if (nowMs - sinceMs < LOST_MS || isTold) return { ...typed, lostSinceMs: sinceMs };
  const text = typed.keys.some(({ name }) => name.startsWith("enter"))
    ? "The message was typed into the agent's screen, and the agent has not said that it got it. Look at its terminal."
    : "The message could not be typed: the agent's screen shows neither an empty box nor a dialog. Look at its terminal.";
  return { ...open(typed, { id: nameDialog(typed, LOST), text, choices: [] }), lostSinceMs: sinceMs };
}

type At = { readonly heard: string; readonly nowMs: number };

function noteDialog(typed: Typed, seen: Seen, at: At): Typed {
  const shown = typed.dialogs.find(({ isOpen, id }) => isOpen && !id.startsWith(LOST));
  const next = shown === undefined ? "another" : chooseNextForDialog(shown, seen, at);
  if (next === "press") return pressKey(typed, shown?.id, at.nowMs);
  const before = shown === undefined || next === "wait" ? typed : close(typed, shown.id);
  const settled = before.isRead ? closeAll(before, LOST) : before;
  if (seen.kind !== "dialog" || next === "wait") return settled;
  const { text, choices } = seen;
  const isRepeated = next === "in vain" ? { isRepeated: true } : {};
  return open(settled, { id: nameDialog(settled, "dialog"), text, choices, ...isRepeated });
}

type Next = "wait" | "press" | "in vain" | "another";

/** What follows for the dialog that was on the screen before. */
function chooseNextForDialog(shown: Dialog, seen: Seen, at: At): Next {
  if (seen.kind === "other") return hasTaken(shown.answer, at) ? "another" : "wait";
  const isSame = seen.kind === "dialog" && shown.text === seen.text && shown.choices.join() === seen.choices.join();
  if (!isSame) return "another";
  return shown.answer === undefined ? "wait" : chooseAfterAnswer(shown.answer, at);
}

/**
 * The dialog that was answered is still on the screen. Once the tool has told more of its work it has gone on, and this is
 * another one that looks the same. Else the key got lost: it is pressed again, and in the end a person is asked again.
 */
function chooseAfterAnswer({ pressedAtMs, heard }: Answer, at: At): Next {
  if (at.heard !== heard) return "another";
  if (at.nowMs - (pressedAtMs.at(-1) ?? 0) < ANSWER_AGAIN_MS) return "wait";
  return pressedAtMs.length < ANSWERS_MAX ? "press" : "in vain";
}

/** What is half drawn tells nothing; when it stays so, the dialog that was answered is gone. */
const hasTaken = (answer: Answer | undefined, { nowMs }: At): boolean =>
  answer !== undefined && nowMs - (answer.pressedAtMs.at(-1) ?? 0) >= ANSWER_AGAIN_MS;

const pressKey = (typed: Typed, id: string | undefined, nowMs: number): Typed => ({
  ...typed,
  dialogs: typed.dialogs.map((dialog) =>
    dialog.id === id && dialog.answer !== undefined
      ? { ...dialog, answer: { ...dialog.answer, pressedAtMs: [...dialog.answer.pressedAtMs, nowMs] } }
      : dialog,
  ),
});

/** A person answered with this key, which is pressed for the first time by whoever asks for this. */
export const noteAnswer = (typed: Typed, id: string, key: string, { heard, nowMs }: At): Typed => ({
  ...typed,
  dialogs: typed.dialogs.map((dialog) =>
    dialog.id === id ? { ...dialog, answer: dialog.answer ?? { key, pressedAtMs: [nowMs], heard } } : dialog,
  ),
});

/** The key that is pressed again for the open dialog, with a name of its own for each time. Null: none is. */
export function repeatAnswerKey({ dialogs }: Typed): { readonly name: string; readonly key: string } | null {
  const open = dialogs.find(({ isOpen, answer }) => isOpen && answer !== undefined);
  const times = open?.answer?.pressedAtMs.length ?? 0;
  return open?.answer === undefined || times < 2 ? null : { name: `${open.id}.answer.${times}`, key: open.answer.key };
}

const nameDialog = ({ dialogs }: Typed, kind: string): string => `${kind}.${dialogs.length + 1}`;

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
export function findChoiceKey({ choices }: Dialog, answer: string): string | null {
  const word = answer.trim().toLowerCase();
  const counted = /^\d$/.test(word) ? Number(word) - 1 : -1;
  const named = choices.findIndex((choice) => choice.toLowerCase() === word);
  const isYes = /^(allow|yes|y|ok)\b/.test(word);
  const meant = choices.findIndex((choice) => (isYes ? /^(yes|allow|proceed)/i : /^(no|deny|reject)/i).test(choice));
  const at = [counted, named, meant].find((index) => index >= 0 && index < choices.length);
  return at === undefined ? null : String(at + 1);
}
