/**
 * Hooks of a tool with a screen: it runs a command of ours when it was given a message, uses a tool, or is done, and tells
 * it about that in JSON. The command only writes it down, one object a line; what the screen looks like proves nothing.
 */
import { event, type EndResult, type Gone, type Heard, type HeardTurn, type Listener } from "../dialect.ts";
import { objectAt, parseJson, textAt, type Json } from "../parse-json.ts";
import { isSameText } from "./see-screen.ts";

const NAMES = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PermissionRequest"],
  ...["Stop", "StopFailure"],
];

/** `answers`: what the command prints at a hook, by its name. */
export function hookSettings(file: string, answers: Readonly<Record<string, unknown>> = {}) {
  const quoted = `'${file.replaceAll("'", "'\\''")}'`;
  const noted = `cat >> ${quoted}; echo >> ${quoted}`;
  const commandAt = (name: string): string =>
    answers[name] === undefined ? noted : `${noted}; echo '${JSON.stringify(answers[name])}'`;
  const hookAt = (name: string) => [
    { matcher: "", hooks: [{ type: "command", command: commandAt(name), timeout: 10 }] },
  ];
  return Object.fromEntries(NAMES.map((name) => [name, hookAt(name)]));
}

export function listenToHooks(turn: HeardTurn): Listener {
  let isRead = false;
  const onPrompt = (json: Json): readonly Heard[] => {
    const prompt = textAt(json, "prompt") ?? "";
    // What a person typed is part of the conversation, and not what this turn is about.
    if (isRead || !isSameText(prompt, turn.text)) return [event({ kind: "told", text: prompt })];
    isRead = true;
    return [{ tell: "acknowledged" }];
  };
  return {
    hear: (line) => {
      const json = parseJson(line);
      const name = textAt(json, "hook_event_name") ?? "";
      if (name === "UserPromptSubmit") return [...remembered(json), ...onPrompt(objectAt(json))];
      if (name === "SessionStart") return remembered(json);
      if (name === "PreToolUse") return began(objectAt(json));
      if (name === "PostToolUse") return ended(objectAt(json));
      return isRead && (name === "Stop" || name === "StopFailure") ? stopped(objectAt(json), name === "Stop") : [];
    },
    gone: (how) => closed(how, isRead),
    steer: () => null,
    interrupt: () => null,
    answer: () => null,
  };
}

function remembered(json: Json | null): readonly Heard[] {
  const conversation = textAt(json, "session_id");
  return conversation === null ? [] : [{ tell: "remember", memory: { conversation } }];
}

function began(json: Json): readonly Heard[] {
  const [call, name] = [textAt(json, "tool_use_id") ?? "", textAt(json, "tool_name") ?? "tool"];
  const input = objectAt(json, "tool_input");
  const title = textAt(input, "command") ?? textAt(input, "file_path") ?? textAt(input, "path") ?? "";
  return [event({ kind: "tool_began", call, name, title }), { tell: "progressed", words: `${name}: ${title}` }];
}

function ended(json: Json): readonly Heard[] {
  const response = json["tool_response"];
  const output = typeof response === "string" ? response : (textAt(response, "stdout") ?? "");
  return [event({ kind: "tool_ended", call: textAt(json, "tool_use_id") ?? "", ok: true, output, diff: null })];
}

function stopped(json: Json, isDone: boolean): readonly Heard[] {
  const words = textAt(json, "last_assistant_message") ?? "";
  const said = words === "" ? [] : [event({ kind: "message", text: words })];
  const result = isDone ? ({ kind: "done" } as const) : failureIn(json, words);
  const why = "why" in result ? result.why : "";
  const usage = { usd: 0, tokens: 0 };
  return [...said, event({ kind: "ended", how: result.kind, why }), { tell: "ended", result, usage, words }];
}

function failureIn(json: Json, words: string): EndResult {
  const why = textAt(json, "error") ?? textAt(json, "reason") ?? (words === "" ? "it gave no reason" : words);
  return LIMIT.test(JSON.stringify(json)) ? { kind: "limit_reached", untilWallMs: null } : { kind: "failed", why };
}

const LIMIT = /rate.?limit|usage limit|hit your .{0,20}limit/i;

/** Only its hook says that a tool is done: a screen that was closed was closed by somebody. */
function closed({ result, why }: Gone, isRead: boolean): readonly Heard[] {
  const left: EndResult = isRead
    ? { kind: "interrupted" }
    : { kind: "never_started", why: "its screen was closed before it had read the message" };
  const end = result.kind === "done" ? left : result;
  return [
    event({ kind: "ended", how: end.kind, why }),
    { tell: "ended", result: end, usage: { usd: 0, tokens: 0 }, words: "" },
  ];
}
