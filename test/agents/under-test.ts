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
  /** What it does not do, with the reason. */
  readonly lacks: Partial<Record<Part, string>>;
};

export type Part = "usage" | "resume" | "permission" | "interrupt" | "retry" | "limit" | "question";

/** One package at one version for each real program: what is not pinned is not the same tomorrow. */
export type Pinned = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly program: string;
};

export const PINNED: readonly Pinned[] = [
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
];

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

type Driven = Omit<AgentUnderTest, "isReal" | "command">;

const DRIVEN: Readonly<Record<string, Driven>> = {
  "claude-code": {
    name: "claude-code",
    agent: "claude-code",
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "test-key", CLAUDE_CODE_MAX_RETRIES: "2" }),
    lacks: {},
  },
  codex: {
    name: "codex",
    agent: "codex",
    env: () => ({ MOCK_KEY: "test-key" }),
    files: (url) => ({ ".codex/config.toml": codexSettings(url) }),
    lacks: { question: "its tool for questions is offered only in its plan mode" },
  },
};

const codexSettings = (url: string): string => `
model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
supports_websockets = false
`;

export const FAKES: readonly AgentUnderTest[] = [
  { ...driven("claude-code"), name: "a double of claude-code", isReal: false, command: fake("claude") },
  { ...driven("codex"), name: "a double of codex", isReal: false, command: fake("codex"), lacks: {} },
];

export function realAgents(): readonly (AgentUnderTest | { readonly name: string; readonly missing: string })[] {
  return PINNED.map((pinned) => {
    const program = cachedProgram(pinned);
    const name = `${pinned.name} ${pinned.version}`;
    if (program === null) return { name, missing: `${pinned.package}@${pinned.version} is not in the cache` };
    return { ...driven(pinned.name), name, isReal: true, command: [program] };
  });
}

function driven(name: string): Driven {
  const found = DRIVEN[name];
  if (found === undefined) throw new Error(`nobody said how ${name} is driven`);
  return found;
}
