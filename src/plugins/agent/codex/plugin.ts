import type { Plugin } from "../../plugin.ts";
import { createCodexAgent, ENVIRONMENT } from "./codex-agent.ts";

export const codex: Plugin = {
  name: "codex",
  title: "Codex",
  agent: {
    ...{ make: createCodexAgent, environment: ENVIRONMENT, program: "codex" },
    login: {
      variables: ["OPENAI_API_KEY", "CODEX_API_KEY"],
      files: [{ name: ".codex/auth.json" }],
      // Another provider may need another key, or none.
      elsewhere: { variables: [], files: [{ name: ".codex/config.toml", holds: /^\s*(model_provider|profile)\b/m }] },
      ...{ isNeeded: true, command: "codex login", variable: "OPENAI_API_KEY" },
    },
  },
};
