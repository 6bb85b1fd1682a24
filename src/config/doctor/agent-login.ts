/**
 * Whether an agent is logged in, as far as that is seen without starting it: by its variables, and by the files in which
 * it keeps its login. Only tools that surely fail without either are known here; of the others nothing is said.
 */
import { join } from "node:path";
import { textIfThere } from "../../lib/if-there.ts";

type Login = {
  /** One of them is enough. */
  readonly variables: readonly string[];
  /** In the home; one of them is enough. A pattern: only if it holds that. */
  readonly files: readonly { readonly name: string; readonly holds?: RegExp }[];
  /** What to type, and which variable to set instead. */
  readonly command: string;
  readonly variable: string;
};

const LOGINS: Readonly<Record<string, Login>> = {
  "claude-code": {
    variables: [
      ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"],
      ...["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
    ],
    files: [{ name: ".claude/.credentials.json" }],
    command: "claude /login",
    variable: "ANTHROPIC_API_KEY",
  },
  codex: {
    variables: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    // Another provider may need another key, or none.
    files: [{ name: ".codex/auth.json" }, { name: ".codex/config.toml", holds: /^\s*(model_provider|profile)\b/m }],
    command: "codex login",
    variable: "OPENAI_API_KEY",
  },
};

/** Null: it is logged in, or nobody knows. macOS keeps logins in its keychain, where nobody looks without asking. */
export function findMissingLogin(agent: string, env: NodeJS.ProcessEnv, platform = process.platform): string | null {
  const login = new Map(Object.entries(LOGINS)).get(agent);
  const home = env["HOME"] ?? "";
  if (login === undefined || home === "" || platform !== "linux") return null;
  if (login.variables.some((name) => (env[name] ?? "") !== "")) return null;
  const isThere = login.files.some(({ name, holds = /\S/ }) => holds.test(textIfThere(join(home, name)) ?? ""));
  if (isThere) return null;
  const { command, variable } = login;
  return `${agent} is not logged in: run \`${command}\`, or set ${variable} and run \`ao start\``;
}
