/** The coding tools that speak the Agent Client Protocol, by the name that settings know them by. */
import type { ToolFolders } from "../shared/own-folder.ts";

export type Profile = {
  readonly name: string;
  /** The program and what makes it speak the protocol. */
  readonly argv: readonly [string, ...string[]];
  /** Names of variables that reach it. */
  readonly environment: readonly string[];
  /** What it is told in any case: no updates, no telemetry. */
  readonly env: Readonly<Record<string, string>>;
  readonly folders: ToolFolders;
  /** In which it asks about everything, where that is not its usual one: who answers is our policy's business. */
  readonly mode?: string;
  /** It looks for a file of another name than AGENTS.md. */
  readonly isToldOfAgentsFile?: boolean;
  /** How it tells in words of its own, as the last thing it says, that its turn failed; the reason is the first group. */
  readonly fails?: RegExp;
  /** What opens its own screen on the conversation whose id follows. */
  readonly resumes?: readonly string[];
};

const OPENAI = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"];

const PROFILES: readonly Profile[] = [
  {
    name: "gemini",
    resumes: ["--resume"],
    argv: ["gemini", "--acp"],
    environment: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT"],
    // It would start itself a second time, for a larger heap.
    env: { GEMINI_TELEMETRY_ENABLED: "false", GEMINI_CLI_NO_RELAUNCH: "true" },
    folders: {
      ".gemini": [
        ...["settings.json", ".env", "GEMINI.md", "trustedFolders.json", "installation_id", "user_id"],
        ...["oauth_creds.json", "google_accounts.json", "gemini-credentials.json"],
      ],
    },
    isToldOfAgentsFile: true,
  },
  {
    name: "opencode",
    resumes: ["-s"],
    argv: ["opencode", "acp"],
    environment: [...OPENAI, "ANTHROPIC_API_KEY", "OPENROUTER_API_KEY", "OPENCODE_CONFIG_CONTENT"],
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1" },
    folders: {
      ".config/opencode": ["opencode.json", "opencode.jsonc", "config.json", "AGENTS.md"],
      ".local/share/opencode": ["auth.json", "mcp-auth.json"],
      ".local/state/opencode": ["model.json"],
    },
  },
  {
    name: "copilot",
    resumes: ["--resume"],
    argv: ["copilot", "--acp"],
    environment: [
      ...["COPILOT_OFFLINE", "COPILOT_MODEL", "COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_API_KEY"],
      ...["COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_WIRE_API"],
    ],
    env: { COPILOT_AUTO_UPDATE: "false" },
    folders: {
      ".copilot": ["config.json", "settings.json", "mcp-config.json", "copilot-instructions.md"],
      ".config/github-copilot": ["apps.json", "hosts.json"],
    },
  },
  {
    name: "qwen",
    resumes: ["--resume"],
    argv: ["qwen", "--acp"],
    environment: [...OPENAI, "DASHSCOPE_API_KEY"],
    env: { QWEN_CODE_NO_RELAUNCH: "true" },
    folders: { ".qwen": ["settings.json", ".env", "QWEN.md", "oauth_creds.json", "installation_id"] },
    // Its usual one asks a model whether to ask.
    mode: "default",
  },
  {
    name: "kimi",
    resumes: ["-S"],
    argv: ["kimi", "acp"],
    environment: [
      ...["KIMI_API_KEY", "MOONSHOT_API_KEY", "KIMI_MODEL_NAME", "KIMI_MODEL_BASE_URL", "KIMI_MODEL_API_KEY"],
      ...["KIMI_MODEL_PROVIDER_TYPE", "KIMI_MODEL_MAX_CONTEXT_SIZE"],
    ],
    env: { KIMI_CODE_NO_AUTO_UPDATE: "1" },
    folders: {
      ".kimi": ["config.toml", "config.json", "kimi.json", "device_id", "credentials/kimi-code.json"],
      ".kimi-code": ["config.toml", "config.json", "kimi.json", "device_id", "credentials/kimi-code.json"],
    },
  },
  {
    name: "goose",
    resumes: ["session", "--resume", "--session-id"],
    argv: ["goose", "acp", "--with-builtin", "developer"],
    environment: [
      ...[...OPENAI, "OPENAI_HOST", "OPENAI_BASE_PATH", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"],
      ...["GOOSE_PROVIDER", "GOOSE_MODEL", "GOOSE_DISABLE_KEYRING"],
    ],
    // Asks about everything; who answers is our policy's business.
    env: { GOOSE_MODE: "approve" },
    fails: /(?:^|\n)Ran into this error: (.+)/,
    folders: {
      ".config/goose": ["config.yaml", "secrets.yaml", "permission.yaml", ".goosehints"],
      ".local/share/goose": [],
      ".local/state/goose": [],
    },
  },
  {
    name: "kilo",
    argv: ["kilo", "acp"],
    environment: [...OPENAI, "ANTHROPIC_API_KEY", "OPENROUTER_API_KEY", "KILO_API_KEY"],
    env: {},
    folders: {
      ".config/kilo": ["kilo.json", "kilo.jsonc", "opencode.json", "config.json", "AGENTS.md"],
      ".local/share/kilo": ["auth.json", "mcp-auth.json"],
      ".local/state/kilo": ["model.json"],
    },
  },
];

export function profileNamed(name: string): Profile {
  const known = PROFILES.find((profile) => profile.name === name);
  if (known === undefined) throw new Error(`there is no profile of ${name}`);
  return known;
}

/** `acp:<command>`: any other program; its words are split at spaces. */
export function profileOfCommand(name: string): Profile {
  const [program = "", ...args] = name.slice(PREFIX.length).split(" ").filter(Boolean);
  return { name, argv: [program, ...args], environment: [], env: {}, folders: {} };
}

export const PREFIX = "acp:";
