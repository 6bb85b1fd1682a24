/** The tools that speak the Agent Client Protocol: each is a plugin of its own, and any other program is one more. */
import type { AgentPart, Plugin } from "../../plugin.ts";
import { API_KEY, CHOSEN_AUTH, NOT_EMPTY, NOWHERE } from "../shared/login-signs.ts";
import { createAcpAgent } from "./acp-agent.ts";
import { PREFIX, profileNamed, profileOfCommand } from "./profiles.ts";

type Known = Pick<Plugin, "name" | "title" | "alsoCalled"> & Omit<AgentPart, "make" | "environment">;

function tool({ name, title, alsoCalled = [], ...known }: Known): Plugin {
  const profile = profileNamed(name);
  const { environment } = profile;
  const make: AgentPart["make"] = (options) => createAcpAgent({ ...options, profile });
  return { name, title, alsoCalled, agent: { ...known, environment, make } };
}

/** `acp:<command>`. */
export const anyAcp: Plugin = {
  name: "acp",
  title: "a program that speaks ACP",
  words: { pattern: new RegExp(`^${PREFIX}\\s*\\S`), shown: `${PREFIX}<command>` },
  agent: {
    ...{ environment: [], runsAnything: true },
    make: (options, name) => createAcpAgent({ ...options, profile: profileOfCommand(name) }),
  },
};

export const gemini = tool({
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  login: {
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    files: [{ name: ".gemini/oauth_creds.json" }, { name: ".gemini/.env", holds: API_KEY }],
    // The chosen way may keep its login in a keyring, or encrypted.
    elsewhere: {
      variables: ["GOOGLE_CLOUD_PROJECT", "GOOGLE_GEMINI_BASE_URL"],
      files: [{ name: ".gemini/settings.json", holds: CHOSEN_AUTH }, { name: ".gemini/gemini-credentials.json" }],
    },
    ...{ isNeeded: true, command: "gemini", variable: "GEMINI_API_KEY" },
  },
});

export const opencode = tool({
  name: "opencode",
  title: "OpenCode",
  program: "opencode",
  // It has models that need no login.
  login: {
    variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    files: [{ name: ".local/share/opencode/auth.json", holds: NOT_EMPTY }],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "opencode auth login", variable: "ANTHROPIC_API_KEY" },
  },
});

export const copilot = tool({
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  // Its login lies in a keyring as a rule; the files of editors are not its own.
  login: {
    ...{ variables: ["COPILOT_PROVIDER_API_KEY"], files: [], elsewhere: NOWHERE },
    ...{ isNeeded: false, command: "copilot login", variable: "COPILOT_PROVIDER_API_KEY" },
  },
});

export const kimi = tool({
  name: "kimi",
  title: "Kimi",
  alsoCalled: ["kimicode"],
  program: "kimi",
  login: {
    variables: ["KIMI_API_KEY", "MOONSHOT_API_KEY", "KIMI_MODEL_API_KEY"],
    files: [
      { name: ".kimi/credentials/kimi-code.json", holds: NOT_EMPTY },
      { name: ".kimi-code/credentials/kimi-code.json", holds: NOT_EMPTY },
    ],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "kimi login", variable: "KIMI_API_KEY" },
  },
});

export const goose = tool({
  name: "goose",
  title: "Goose",
  login: {
    variables: [],
    files: [{ name: ".config/goose/secrets.yaml", holds: API_KEY }],
    // The key of a chosen provider lies in a keyring as a rule.
    elsewhere: {
      variables: ["GOOSE_PROVIDER"],
      files: [{ name: ".config/goose/config.yaml", holds: /^\s*(GOOSE_PROVIDER|active_provider)\s*:/m }],
    },
    ...{ isNeeded: true, command: "goose configure", variable: null },
  },
});

export const qwen = tool({
  name: "qwen",
  title: "Qwen Code",
  login: {
    variables: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
    files: [{ name: ".qwen/oauth_creds.json" }, { name: ".qwen/.env", holds: API_KEY }],
    elsewhere: { variables: [], files: [{ name: ".qwen/settings.json", holds: CHOSEN_AUTH }] },
    ...{ isNeeded: true, command: "qwen", variable: "OPENAI_API_KEY" },
  },
});

export const kilo = tool({
  name: "kilo",
  title: "Kilo",
  login: {
    variables: ["KILO_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    files: [{ name: ".local/share/kilo/auth.json", holds: NOT_EMPTY }],
    elsewhere: NOWHERE,
    ...{ isNeeded: false, command: "kilo auth login", variable: "KILO_API_KEY" },
  },
});
