/** The agents that the suite drives: the real programs at pinned versions, and a faithful double of each protocol. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export type AgentUnderTest = {
  readonly name: string;
  /** As `defaults.agent` names it. */
  readonly agent: string;
  readonly isReal: boolean;
  /** The program, in the cache. */
  readonly command: readonly [string, ...string[]];
  /** What reaches it so that it asks the scripted model at `url` and nobody else. */
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Files of the person's home, by their path in it. */
  readonly files?: (url: string) => Readonly<Record<string, string>>;
  /** Why it is not driven at all. */
  readonly leftOut?: string;
  /** How long its conversations must rest before they can be gone on with. */
  readonly restsSeconds?: number;
  /** What is typed on its own screen to leave it; `/exit` unless given. */
  readonly leaves?: string;
  /** Beside tokens. */
  readonly tellsMoney?: boolean;
  /** What it does not do, with the reason. */
  readonly lacks: Partial<Record<Part, string>>;
};

export type Part =
  "usage" | "context" | "resume" | "live" | "permission" | "interrupt" | "retry" | "limit" | "question";

/** One package at one version for each real program: what is not pinned is not the same tomorrow. */
export type Pinned = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly program: string;
  /** A script, run by the Node of this project: the machine's own may be too old for it. */
  readonly isScript?: boolean;
};

const PINNED: readonly Pinned[] = [
  {
    name: "claude-code",
    package: "@anthropic-ai/claude-code",
    version: "2.1.325",
    program: "node_modules/.bin/claude",
  },
  {
    name: "codex",
    package: "@openai/codex",
    version: "0.166.0",
    program: "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
  },
  {
    name: "goose",
    package: "@aaif/goose-binary-linux-x64",
    version: "1.52.0",
    program: "node_modules/@aaif/goose-binary-linux-x64/bin/goose",
  },
  { name: "copilot", package: "@github/copilot", version: "1.0.102", program: "node_modules/.bin/copilot" },
  {
    name: "kimi",
    package: "@moonshot-ai/kimi-code",
    version: "2.1.0",
    program: "node_modules/.bin/kimi",
    isScript: true,
  },
  {
    name: "gemini",
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "node_modules/.bin/gemini",
    isScript: true,
  },
  { name: "opencode", package: "opencode-ai", version: "1.18.33", program: "node_modules/.bin/opencode" },
  {
    name: "qwen",
    package: "@qwen-code/qwen-code",
    version: "0.24.4",
    program: "node_modules/.bin/qwen",
    isScript: true,
  },
];

/** `AO_TEST_AGENTS=codex,goose` leaves the others out. */
export function wantedPrograms(): readonly Pinned[] {
  const names = process.env["AO_TEST_AGENTS"]?.split(",");
  return PINNED.filter(({ name }) => names?.includes(name) ?? true);
}

export const cacheFolder = (): string =>
  process.env["AO_TEST_CACHE"] ??
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "agent-orchestrator/agents");

/** Null: the cache does not have it, at this version. */
export function cachedProgram({ name, package: wanted, version, program }: Pinned): string | null {
  const folder = join(cacheFolder(), name);
  const manifest = join(folder, "node_modules", wanted, "package.json");
  if (!existsSync(manifest) || !existsSync(join(folder, program))) return null;
  const { version: found } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  return found === version ? join(folder, program) : null;
}

const fake = (name: string): readonly [string, ...string[]] => [
  process.execPath,
  join(import.meta.dirname, "fakes", `${name}.ts`),
];

type Driven = Omit<AgentUnderTest, "isReal" | "command"> & {
  /** Which of the pinned it is, where another name is driven by the same program. */
  readonly program?: string;
};

const WAITS_ITSELF = "it waits for its provider itself, without a word";
const LAST_CALL = "it tells only what its last call used";
const NO_WINDOW = "it does not tell how full its window is";
const NO_QUESTIONS = "the protocol has no questions but permissions";

const EXEC_LACKS = {
  permission: "it asks nobody for leave, so that `ask` is refused",
  question: "it asks nobody",
  context: NO_WINDOW,
};

const DRIVEN: Readonly<Record<string, Driven>> = {
  "claude-code": {
    name: "claude-code",
    agent: "claude-code",
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "test-key", CLAUDE_CODE_MAX_RETRIES: "2" }),
    settings: { model: "claude-sonnet-4-5-20250929" },
    tellsMoney: true,
    lacks: {},
  },
  codex: {
    name: "codex",
    agent: "codex",
    env: () => ({ MOCK_KEY: "test-key" }),
    files: (url) => ({ ".codex/config.toml": codexSettings(url) }),
    leaves: "/quit",
    lacks: { question: "its tool for questions is offered only in its plan mode" },
  },
  "codex exec": {
    name: "codex exec",
    program: "codex",
    agent: "codex",
    env: () => ({ MOCK_KEY: "test-key" }),
    files: (url) => ({ ".codex/config.toml": codexSettings(url) }),
    settings: { drive: "exec" },
    lacks: EXEC_LACKS,
  },
  goose: {
    name: "goose",
    agent: "goose",
    env: (url) => ({
      ...{ GOOSE_PROVIDER: "openai", GOOSE_MODEL: "scripted-1", OPENAI_HOST: url, OPENAI_API_KEY: "test-key" },
      ...{ OPENAI_BASE_PATH: "v1/chat/completions", GOOSE_DISABLE_KEYRING: "1" },
    }),
    lacks: {
      question: NO_QUESTIONS,
      usage: LAST_CALL,
    },
  },
  copilot: {
    name: "copilot",
    agent: "copilot",
    env: (url) => ({
      ...{ COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_API_KEY: "test-key" },
      COPILOT_MODEL: "scripted-1",
    }),
    lacks: { question: NO_QUESTIONS, limit: WAITS_ITSELF },
  },
  kimi: {
    name: "kimi",
    agent: "kimi",
    env: (url) => ({
      ...{ KIMI_MODEL_NAME: "scripted-1", KIMI_MODEL_BASE_URL: `${url}/v1`, KIMI_MODEL_API_KEY: "test-key" },
      ...{ KIMI_MODEL_PROVIDER_TYPE: "openai", KIMI_MODEL_MAX_CONTEXT_SIZE: "200000" },
    }),
    lacks: {
      question: NO_QUESTIONS,
      usage: "it tells none",
      limit: "it waits for its provider itself, without a word",
    },
  },
  gemini: {
    name: "gemini",
    agent: "gemini",
    env: (url) => ({ GEMINI_API_KEY: "test-key", GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({ ".gemini/settings.json": JSON.stringify(GEMINI_SETTINGS) }),
    // It names them by the minute, and begins the same file anew.
    restsSeconds: 60,
    lacks: {
      ...{ question: NO_QUESTIONS, limit: WAITS_ITSELF, context: NO_WINDOW },
    },
  },
  opencode: {
    name: "opencode",
    agent: "opencode",
    env: (url) => ({
      ...{ OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeSettings(url)), OPENCODE_DISABLE_MODELS_FETCH: "1" },
    }),
    lacks: { question: NO_QUESTIONS, usage: LAST_CALL, limit: WAITS_ITSELF },
  },
  qwen: {
    name: "qwen",
    agent: "qwen",
    env: (url) => ({ OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "scripted-1" }),
    files: () => ({ ".qwen/settings.json": JSON.stringify({ security: { auth: { selectedType: "openai" } } }) }),
    lacks: { question: NO_QUESTIONS, usage: "it tells none", limit: WAITS_ITSELF, context: NO_WINDOW },
  },
};

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  // Left to itself it asks a model which model to ask.
  model: { name: "gemini-2.5-flash" },
};

const opencodeSettings = (url: string) => ({
  ...{ autoupdate: false, share: "disabled", model: "mock/scripted-1", small_model: "mock/scripted-1" },
  ...{ enabled_providers: ["mock"], permission: { bash: "ask" } },
  provider: {
    mock: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${url}/v1`, apiKey: "test-key" },
      models: { "scripted-1": { limit: { context: 200_000, output: 8_000 }, cost: { input: 0, output: 0 } } },
    },
  },
});

const codexSettings = (url: string): string => `
model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
supports_websockets = false
# Its screen offers another model once; whoever uses it has seen that.
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
`;

export const FAKES: readonly AgentUnderTest[] = [
  { ...driven("claude-code"), name: "a double of claude-code", isReal: false, command: fake("claude") },
  { ...driven("codex"), name: "a double of codex", isReal: false, command: fake("codex"), lacks: {} },
  { ...driven("codex exec"), name: "a double of codex exec", isReal: false, command: fake("codex-exec") },
  {
    ...{ name: "a double of an ACP agent", agent: "goose", isReal: false, command: fake("acp"), env: () => ({}) },
    lacks: { question: NO_QUESTIONS, retry: "the protocol does not tell" },
  },
];

export type Missing = Pick<AgentUnderTest, "name" | "agent"> & { readonly missing: string };

export function realAgents(): readonly (AgentUnderTest | Missing)[] {
  return wantedPrograms().flatMap((pinned) => {
    const program = cachedProgram(pinned);
    const command =
      pinned.isScript === true ? ([process.execPath, program ?? ""] as const) : ([program ?? ""] as const);
    const all = Object.values(DRIVEN).filter((one) => (one.program ?? one.name) === pinned.name);
    return all.map((one) => {
      const name = `${one.name} ${pinned.version}`;
      const missing = program === null ? `${pinned.package}@${pinned.version} is not in the cache` : one.leftOut;
      return missing === undefined ? { ...one, name, isReal: true, command } : { name, agent: one.agent, missing };
    });
  });
}

function driven(name: string): Driven {
  const found = DRIVEN[name];
  if (found === undefined) throw new Error(`nobody said how ${name} is driven`);
  return found;
}
