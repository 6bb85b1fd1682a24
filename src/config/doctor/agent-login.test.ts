import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { findMissingLogin } from "./agent-login.ts";

function missing(agent: string, { env = {}, files = {}, platform = "linux" }: Given = {}): string | null {
  const home = aFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return findMissingLogin(agent, { HOME: home, ...env }, platform);
}

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
  ["in a way that is not known", "goose", {}],
])("nothing is said of one that may be logged in %s: %s", (_, agent, given) => {
  expect(missing(agent, given)).toBeNull();
});
