/** The conversation of one turn, bounded: what a tool prints may be as large as the files it reads. */
import type { TurnId } from "../../../../domain/model/ids.ts";
import { toPlainText } from "../../../../lib/text/plain-text.ts";
import type { ConversationEvent, ConversationEntry } from "../../../../slots/conversation.ts";
import { limitLength } from "./bounded.ts";
import type { ReportItem, ListeningTurn, TurnListener } from "../turn/listen-to-turn.ts";

const TEXT_MAX = 32 * 1024;
const OUTPUT_MAX = 8 * 1024;
const TITLE_MAX = 500;
/** The first ones say what it set out to do, the last ones how it ended. */
const EVENTS_MAX = 4_000;
const FIRST_KEPT = 200;
const FOLLOWED_MAX = 64;

type Followed = { readonly ear: TurnListener; readonly toldBytes: number };

/** Whoever follows a turn asks again and again: the listener that told the last event is kept, and goes on from there. */
export function createConversationReader() {
  const followed = new Map<TurnId, Followed>();
  return async ({ ear, state }: ListeningTurn, outBytes: number | null): Promise<readonly ConversationEvent[]> => {
    const { turn } = ear.begun;
    const kept = followed.get(turn);
    const goesOn = outBytes !== null && kept?.toldBytes === outBytes;
    const ours = goesOn ? kept.ear : ear;
    followed.delete(turn);
    const heard = (await ours.hear(state)).flatMap(toConversationEvents);
    const told: ConversationEvent = {
      id: "told",
      outBytes: 0,
      ...shortenSpoken({ kind: "told", text: ear.begun.text }),
    };
    const events = goesOn
      ? heard
      : thinOut([told, ...heard]).filter((event) => outBytes === null || event.outBytes > outBytes);
    followed.set(turn, { ear: ours, toldBytes: events.at(-1)?.outBytes ?? outBytes ?? 0 });
    for (const [oldest] of followed) if (followed.size > FOLLOWED_MAX) followed.delete(oldest);
    return events;
  };
}

function toConversationEvents({ heard: report, endsAt, n }: ReportItem): readonly ConversationEvent[] {
  return report.tell === "event" ? [{ id: `${endsAt}.${n}`, outBytes: endsAt, ...shortenSpoken(report.event) }] : [];
}

function thinOut(events: readonly ConversationEvent[]): readonly ConversationEvent[] {
  if (events.length <= EVENTS_MAX) return events;
  return [...events.slice(0, FIRST_KEPT), ...events.slice(FIRST_KEPT - EVENTS_MAX)];
}

/** Also without what steers a terminal. */
export function shortenSpoken(spoken: ConversationEntry): ConversationEntry {
  switch (spoken.kind) {
    case "told":
    case "message":
    case "thought":
    case "note":
      return { ...spoken, text: cut(spoken.text, TEXT_MAX) };
    case "tool_began":
      return { ...spoken, name: cut(spoken.name, TITLE_MAX), title: cut(spoken.title, TITLE_MAX) };
    case "tool_ended": {
      const diff = spoken.diff === null ? null : cut(spoken.diff, OUTPUT_MAX);
      return { ...spoken, output: cut(spoken.output, OUTPUT_MAX), diff };
    }
    case "plan":
      return {
        ...spoken,
        steps: spoken.steps.slice(0, 100).map((step) => ({ ...step, text: cut(step.text, TITLE_MAX) })),
      };
    case "question":
      return {
        ...spoken,
        text: cut(spoken.text, OUTPUT_MAX),
        choices: spoken.choices.map((text) => cut(text, TITLE_MAX)),
      };
    case "answer":
      return { ...spoken, text: cut(spoken.text, OUTPUT_MAX) };
    case "retry":
    case "limit":
    case "ended":
      return { ...spoken, why: cut(spoken.why, TITLE_MAX) };
    case "usage":
      return spoken;
  }
}

const cut = (text: string, max: number): string => limitLength(toPlainText(text), max);
