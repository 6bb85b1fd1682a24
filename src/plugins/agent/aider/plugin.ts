import type { Plugin } from "../../plugin.ts";
import { NOWHERE } from "../shared/login-signs.ts";
import { createAiderAgent, ENVIRONMENT } from "./aider-agent.ts";

export const aider: Plugin = {
  name: "aider",
  title: "Aider",
  agent: {
    ...{ make: createAiderAgent, environment: ENVIRONMENT, program: "aider" },
    // Which key it needs depends on its model, and one on this machine needs none.
    login: {
      ...{ variables: [], files: [], elsewhere: NOWHERE },
      ...{ isNeeded: false, command: null, variable: "ANTHROPIC_API_KEY or OPENAI_API_KEY" },
    },
  },
};
