/**
 * Hooks of a tool with a screen: it runs a command of ours when it was given a message, uses a tool, or is done, and tells
 * it about that in JSON. The command only writes it down, one object a line; what the screen looks like proves nothing.
 */
import {
  createEvent,
  type EndResult,
  type EndedProcess,
  type AgentReport,
  type ListenedTurn,
  type Listener,
} from "../dialect.ts";
import { getObjectAt, parseJsonLine, getTextAt, type Json } from "../parse-json.ts";
import { isSameText } from "./see-screen.ts";

const NAMES = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest"],
  ...["Stop", "StopFailure"],
];

/** `answers`: what the command prints at a hook, by its name. */
export function createHookSettings(file: string, answers: Readonly<Record<string, unknown>> = {}) {
  const quoted = `'${file.replaceAll("'", "'\\''")}'`;
  const noted = `cat >> ${quoted}; echo >> ${quoted}`;
  const commandAt = (name: string): string =>
    answers[name] === undefined ? noted : `${noted}; echo '${JSON.stringify(answers[name])}'`;
  const hookAt = (name: string) => [
    { matcher: "", hooks: [{ type: "command", command: commandAt(name), timeout: 10 }] },
  ];
  return Object.fromEntries(NAMES.map((name) => [name, hookAt(name)]));
}

export function listenToHooks(turn: ListenedTurn): Listener {
  let isRead = false;
  const onPrompt = (json: Json): readonly AgentReport[] => {
    const prompt = getTextAt(json, "prompt") ?? "";
    // What a person typed is part of the conversation, and not what this turn is about.
    if (isRead || !isSameText(prompt, turn.text)) return [createEvent({ kind: "told", text: prompt })];
    isRead = true;
    return [{ tell: "acknowledged" }];
  };
  return {
    hear: (line) => {
      const json = parseJsonLine(line);
      const name = getTextAt(json, "hook_event_name") ?? "";
      if (name === "UserPromptSubmit") return [...reportSession(json), ...onPrompt(getObjectAt(json))];
      if (name === "SessionStart") return reportSession(json);
      if (name === "PreToolUse") return began(getObjectAt(json));
      if (name === "PostToolUse") return reportEnd(getObjectAt(json));
      return isRead && (name === "Stop" || name === "StopFailure") ? stopped(getObjectAt(json), name === "Stop") : [];
    },
    gone: (how) => reportClosed(how, isRead),
    steer: () => null,
    interrupt: () => null,
    answer: () => null,
  };
}

function reportSession(json: Json | null): readonly AgentReport[] {
  const conversation = getTextAt(json, "session_id");
  return conversation === null ? [] : [{ tell: "remember", memory: { conversation } }];
}

function began(json: Json): readonly AgentReport[] {
  const [call, name] = [getTextAt(json, "tool_use_id") ?? "", getTextAt(json, "tool_name") ?? "tool"];
  const input = getObjectAt(json, "tool_input");
  const title = getTextAt(input, "command") ?? getTextAt(input, "file_path") ?? getTextAt(input, "path") ?? "";
  return [createEvent({ kind: "tool_began", call, name, title }), { tell: "progressed", words: `${name}: ${title}` }];
}

function reportEnd(json: Json): readonly AgentReport[] {
  const response = json["tool_response"];
  const output = typeof response === "string" ? response : (getTextAt(response, "stdout") ?? "");
  return [
    createEvent({ kind: "tool_ended", call: getTextAt(json, "tool_use_id") ?? "", ok: true, output, diff: null }),
  ];
}

function stopped(json: Json, isDone: boolean): readonly AgentReport[] {
  const words = getTextAt(json, "last_assistant_message") ?? "";
  const said = words === "" ? [] : [createEvent({ kind: "message", text: words })];
  const result = isDone ? ({ kind: "done" } as const) : readFailure(json, words);
  const why = "why" in result ? result.why : "";
  const usage = { usd: 0, tokens: 0 };
  return [...said, createEvent({ kind: "ended", how: result.kind, why }), { tell: "ended", result, usage, words }];
}

function readFailure(json: Json, words: string): EndResult {
  const why = getTextAt(json, "error") ?? getTextAt(json, "reason") ?? (words === "" ? "it gave no reason" : words);
  return LIMIT.test(JSON.stringify(json)) ? { kind: "limit_reached", untilWallMs: null } : { kind: "failed", why };
}

const LIMIT = /rate.?limit|usage limit|hit your .{0,20}limit/i;

/** Only its hook says that a tool is done: a screen that was closed was closed by somebody. */
function reportClosed({ result, why }: EndedProcess, isRead: boolean): readonly AgentReport[] {
  const left: EndResult = isRead
    ? { kind: "interrupted" }
    : { kind: "never_started", why: "its screen was closed before it had read the message" };
  const end = result.kind === "done" ? left : result;
  return [
    createEvent({ kind: "ended", how: end.kind, why }),
    { tell: "ended", result: end, usage: { usd: 0, tokens: 0 }, words: "" },
  ];
}
