/** `agentConfig` as the agents with a protocol of their own read it. Keys of other agents are nobody's business here. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { Drive } from "../../../domain/session/session.ts";
import type { Permissions } from "./permission.ts";
import { getNumberAt, getTextAt, getTextsAt, getValueAt, type Json } from "./parse-json.ts";

export type AgentSettings = {
  /** The program, with arguments of the person's own before ours; null: the tool's usual name. */
  readonly command: readonly [string, ...string[]] | null;
  readonly model: string | null;
  readonly permissions: Permissions;
  readonly limitRestsMs: number;
  readonly drive: Drive;
};

/** What a turn of it runs: what the settings say, else the tool by its usual name. */
export const chooseProgram = (parsed: ParsedAgentSettings, usual: string): SlotResult<string> =>
  parsed.ok ? ok(parsed.settings.command?.[0] ?? usual) : failed("refused", explainNotStarted(parsed.problem));

export const explainNotStarted = (problem: string): string => `The agent cannot be started: ${problem}.`;

/** What holds while the settings cannot be understood: nothing is started then, and old turns are still read. */
export const noSettings: AgentSettings = {
  command: null,
  model: null,
  permissions: { mode: "ask", allow: [], deny: [] },
  limitRestsMs: 300_000,
  drive: "turns",
};

export type ParsedAgentSettings =
  { readonly ok: true; readonly settings: AgentSettings } | { readonly ok: false; readonly problem: string };

type Usual = {
  /** The mode that holds when nothing is written. */
  readonly permissions: "auto" | "ask";
  /** How the tool can be driven. */
  readonly drives: readonly Drive[];
};

export function parseAgentSettings(settings: Json, usual: Usual): ParsedAgentSettings {
  const { command } = settings;
  const mode = getTextAt(settings, "permissions") ?? usual.permissions;
  const drive = getTextAt(settings, "drive") ?? "turns";
  if (mode !== "auto" && mode !== "ask") return refuseUnknownValue("permissions", mode, ["auto", "ask"]);
  if (!isAmong(usual.drives, drive)) return refuseUnknownValue("drive", drive, usual.drives);
  if (command !== undefined && !isArgv(command)) {
    const problem =
      '`agentConfig.command` is a list of words that begins with a program, such as `command: ["claude"]`';
    return { ok: false, problem };
  }
  const noList = ["allow", "deny"].find((key) => !Array.isArray(getValueAt(settings, key) ?? []));
  if (noList !== undefined)
    return { ok: false, problem: `\`agentConfig.${noList}\` is a list of rules, such as \`["Bash(npm test*)"]\`` };
  return {
    ok: true,
    settings: {
      command: command ?? null,
      model: getTextAt(settings, "model"),
      permissions: { mode, allow: getTextsAt(settings, "allow"), deny: getTextsAt(settings, "deny") },
      drive,
      limitRestsMs: (getNumberAt(settings, "limitRestSeconds") ?? LIMIT_RESTS_SECONDS) * 1_000,
    },
  };
}

const isAmong = <T extends string>(known: readonly T[], word: string): word is T => known.some((one) => one === word);

const refuseUnknownValue = (key: string, value: string, known: readonly string[]): ParsedAgentSettings => ({
  ok: false,
  problem: `\`agentConfig.${key}\` is ${JSON.stringify(value)}; write ${known.map((word) => `\`${word}\``).join(" or ")}`,
});

/** Longer than a minute, by which most providers count, and shorter than anybody waits in vain. */
const LIMIT_RESTS_SECONDS = 300;

const isArgv = (value: unknown): value is [string, ...string[]] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string" && !word.includes("\0"));
