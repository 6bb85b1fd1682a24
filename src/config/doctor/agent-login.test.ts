import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { findMissingLogin, readLogin } from "./agent-login.ts";

function given({ env = {}, files = {} }: Given): NodeJS.ProcessEnv {
  const home = aFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return { HOME: home, ...env };
}

const missing = (agent: string, there: Given = {}) => findMissingLogin(agent, given(there), there.platform ?? "linux");
const stateOf = (agent: string, there: Given = {}) => readLogin(agent, given(there), there.platform ?? "linux").state;

type Given = {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
};

test("an agent without a login and without a key is told, with both ways to give it one", () => {
  expect(missing("claude-code")).toBe(
    "claude-code is not logged in: run `claude /login`, or set ANTHROPIC_API_KEY and run `ao start`",
  );
  expect(missing("codex", { env: { OPENAI_API_KEY: "" }, files: { ".codex/config.toml": 'model = "x"\n' } })).toContain(
    "codex is not logged in: run `codex login`",
  );
});

test.each<readonly [string, string, Given]>([
  ["by its file", "claude-code", { files: { ".claude/.credentials.json": "{}" } }],
  ["by a key", "claude-code", { env: { ANTHROPIC_API_KEY: "x" } }],
  ["by its file", "codex", { files: { ".codex/auth.json": "{}" } }],
  ["by another provider", "codex", { files: { ".codex/config.toml": 'model_provider = "mine"\n' } }],
  ["in a keychain, which nobody sees", "claude-code", { platform: "darwin" }],
  ["in a way that is not known", "opencode", {}],
])("nothing is said of one that may be logged in %s: %s", (_, agent, given) => {
  expect(missing(agent, given)).toBeNull();
});

test.each<readonly [agent: string, found: string, there: Given, state: string]>([
  ["claude-code", "nothing", {}, "not_logged_in"],
  ["claude-code", "its file", { files: { ".claude/.credentials.json": "{}" } }, "logged_in"],
  ["claude-code", "another endpoint", { env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:1" } }, "unknown"],
  ["claude-code", "a keychain", { platform: "darwin" }, "unknown"],
  ["claude-code", "a key on macOS", { platform: "darwin", env: { ANTHROPIC_API_KEY: "x" } }, "logged_in"],
  ["codex", "another provider", { files: { ".codex/config.toml": 'model_provider = "mine"' } }, "unknown"],
  ["gemini", "nothing", {}, "not_logged_in"],
  ["gemini", "a key", { env: { GEMINI_API_KEY: "x" } }, "logged_in"],
  ["gemini", "a key in its file", { files: { ".gemini/.env": "GEMINI_API_KEY=x" } }, "logged_in"],
  ["gemini", "a chosen way", { files: { ".gemini/settings.json": '{"selectedType": "oauth-personal"}' } }, "unknown"],
  ["qwen", "nothing", {}, "not_logged_in"],
  ["qwen", "its file", { files: { ".qwen/oauth_creds.json": '{"a":1}' } }, "logged_in"],
  ["goose", "nothing", {}, "not_logged_in"],
  ["goose", "a provider, its key in a keyring", { env: { GOOSE_PROVIDER: "openai" } }, "unknown"],
  ["goose", "a key", { files: { ".config/goose/secrets.yaml": "OPENAI_API_KEY: x" } }, "logged_in"],
  ["opencode", "nothing, which is enough for some models", {}, "unknown"],
  ["opencode", "its file", { files: { ".local/share/opencode/auth.json": '{"anthropic":{}}' } }, "logged_in"],
  ["opencode", "its file, logged out", { files: { ".local/share/opencode/auth.json": "{}" } }, "unknown"],
  ["copilot", "nothing, but perhaps a keyring", {}, "unknown"],
  ["cursor", "nothing", {}, "unknown"],
  ["cursor", "a key", { env: { CURSOR_API_KEY: "x" } }, "logged_in"],
  ["kimi", "its file", { files: { ".kimi/credentials/kimi-code.json": '{"t":1}' } }, "logged_in"],
  ["aider", "a key, perhaps of another model", { env: { OPENAI_API_KEY: "x" } }, "unknown"],
  ["somebodys-own", "nothing", {}, "unknown"],
])("%s with %s", (agent, _, there, state) => {
  expect(stateOf(agent, there)).toBe(state);
});

test("what is not known comes with what to type, too", () => {
  expect(readLogin("goose", given({})).fix).toBe("run `goose configure`");
  expect(readLogin("opencode", given({})).fix).toContain("opencode auth login");
});
