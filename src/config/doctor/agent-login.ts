/**
 * Whether an agent is logged in, as far as that is seen without starting it and without a network: by its variables, and
 * by the files in which it keeps its login. What may be logged in elsewhere (a keychain, a provider of the person's own, a
 * model that needs no login) is unknown, and never said to be logged in.
 */
import { join } from "node:path";
import { textIfThere } from "../../lib/if-there.ts";

export type AgentLogin = {
  readonly state: "logged_in" | "not_logged_in" | "unknown";
  /** What to type, in words; null: nothing has to be done, or nobody knows what. */
  readonly fix: string | null;
};

/** In the home. A pattern: only if it holds that. */
type Sign = { readonly name: string; readonly holds?: RegExp };

type Known = {
  /** One of these is a login. */
  readonly variables: readonly string[];
  readonly files: readonly Sign[];
  /** With one of these it may be logged in where nobody looks. */
  readonly elsewhere: { readonly variables: readonly string[]; readonly files: readonly Sign[] };
  /** It surely fails without any of these. False: it may keep its login in a keyring, or need none. */
  readonly isNeeded: boolean;
  /** What to type, and which variable to set instead. */
  readonly command: string | null;
  readonly variable: string | null;
};

const NOWHERE = { variables: [], files: [] } as const;
/** More than an empty object: a tool that was logged out leaves one. */
const NOT_EMPTY = /[^\s{}[\]]/;
const CHOSEN_AUTH = /"selected(Auth)?Type"\s*:\s*"/;
const API_KEY = /^\s*(export\s+)?\w*(API_KEY|TOKEN)\s*[:=]\s*\S/m;

const LOGINS: Readonly<Record<string, Known>> = {
  "claude-code": {
    variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
    files: [{ name: ".claude/.credentials.json" }],
    elsewhere: {
      variables: ["ANTHROPIC_BASE_URL", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
      files: [],
    },
    ...{ isNeeded: true, command: "claude /login", variable: "ANTHROPIC_API_KEY" },
  },
  codex: {
    variables: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    files: [{ name: ".codex/auth.json" }],
    // Another provider may need another key, or none.
    elsewhere: { variables: [], files: [{ name: ".codex/config.toml", holds: /^\s*(model_provider|profile)\b/m }] },
    ...{ isNeeded: true, command: "codex login", variable: "OPENAI_API_KEY" },
  },
  gemini: {
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    files: [{ name: ".gemini/oauth_creds.json" }, { name: ".gemini/.env", holds: API_KEY }],
    // The chosen way may keep its login in a keyring, or encrypted.
    elsewhere: {
      variables: ["GOOGLE_CLOUD_PROJECT", "GOOGLE_GEMINI_BASE_URL"],
      files: [{ name: ".gemini/settings.json", holds: CHOSEN_AUTH }, { name: ".gemini/gemini-credentials.json" }],
    },
    ...{ isNeeded: true, command: "gemini", variable: "GEMINI_API_KEY" },
  },
  qwen: {
    variables: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
    files: [{ name: ".qwen/oauth_creds.json" }, { name: ".qwen/.env", holds: API_KEY }],
    elsewhere: { variables: [], files: [{ name: ".qwen/settings.json", holds: CHOSEN_AUTH }] },
    ...{ isNeeded: true, command: "qwen", variable: "OPENAI_API_KEY" },
  },
  goose: {
    variables: [],
    files: [{ name: ".config/goose/secrets.yaml", holds: API_KEY }],
    // The key of a chosen provider lies in a keyring as a rule.
    elsewhere: {
      variables: ["GOOSE_PROVIDER"],
      files: [{ name: ".config/goose/config.yaml", holds: /^\s*(GOOSE_PROVIDER|active_provider)\s*:/m }],
    },
    ...{ isNeeded: true, command: "goose configure", variable: null },
  },
  // It has models that need no login.
  opencode: {
    variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    files: [{ name: ".local/share/opencode/auth.json", holds: NOT_EMPTY }],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "opencode auth login", variable: "ANTHROPIC_API_KEY" },
  },
  kilo: {
    variables: ["KILO_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    files: [{ name: ".local/share/kilo/auth.json", holds: NOT_EMPTY }],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "kilo auth login", variable: "KILO_API_KEY" },
  },
  // Its login lies in a keyring as a rule; the files of editors are not its own.
  copilot: {
    variables: ["COPILOT_PROVIDER_API_KEY"],
    files: [],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "copilot login", variable: "COPILOT_PROVIDER_API_KEY" },
  },
  cursor: {
    variables: ["CURSOR_API_KEY"],
    files: [{ name: ".config/cursor/auth.json", holds: NOT_EMPTY }],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "cursor-agent login", variable: "CURSOR_API_KEY" },
  },
  kimi: {
    variables: ["KIMI_API_KEY", "MOONSHOT_API_KEY", "KIMI_MODEL_API_KEY"],
    files: [
      { name: ".kimi/credentials/kimi-code.json", holds: NOT_EMPTY },
      { name: ".kimi-code/credentials/kimi-code.json", holds: NOT_EMPTY },
    ],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "kimi login", variable: "KIMI_API_KEY" },
  },
  // Which key it needs depends on its model, and one on this machine needs none.
  aider: {
    variables: [],
    files: [],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: null, variable: "ANTHROPIC_API_KEY or OPENAI_API_KEY" },
  },
};

const NOT_KNOWN: AgentLogin = { state: "unknown", fix: null };

/** macOS keeps logins in its keychain, where nobody looks without asking: there only a variable tells. */
export function readLogin(agent: string, env: NodeJS.ProcessEnv, platform = process.platform): AgentLogin {
  const known = new Map(Object.entries(LOGINS)).get(agent);
  const home = env["HOME"] ?? "";
  if (known === undefined || home === "") return NOT_KNOWN;
  const isSet = (names: readonly string[]): boolean => names.some((name) => (env[name] ?? "") !== "");
  const isThere = (files: readonly Sign[]): boolean =>
    files.some(({ name, holds = /\S/ }) => holds.test(textIfThere(join(home, name)) ?? ""));
  if (isSet(known.variables) || isThere(known.files)) return { state: "logged_in", fix: null };
  const { elsewhere, isNeeded } = known;
  const isElsewhere = isSet(elsewhere.variables) || isThere(elsewhere.files);
  const isSure = isNeeded && platform === "linux" && !isElsewhere;
  return { state: isSure ? "not_logged_in" : "unknown", fix: fixOf(known) };
}

function fixOf({ command, variable }: Known): string | null {
  const set = variable === null ? null : `set ${variable} and run \`ao start\``;
  if (command === null) return set;
  return set === null ? `run \`${command}\`` : `run \`${command}\`, or ${set}`;
}

/** A sentence about an agent that surely cannot work; null: it is logged in, or nobody knows. */
export function findMissingLogin(agent: string, env: NodeJS.ProcessEnv, platform = process.platform): string | null {
  const { state, fix } = readLogin(agent, env, platform);
  return state === "not_logged_in" ? `${agent} is not logged in: ${fix ?? ""}` : null;
}
