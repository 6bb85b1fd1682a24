import type { Plugin } from "../../plugin.ts";
import { createClaudeCodeAgent, ENVIRONMENT } from "./claude-code-agent.ts";

export const claudeCode: Plugin = {
  name: "claude-code",
  title: "Claude Code",
  agent: {
    ...{ make: createClaudeCodeAgent, environment: ENVIRONMENT, program: "claude" },
    login: {
      variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
      files: [{ name: ".claude/.credentials.json" }],
      elsewhere: {
        variables: ["ANTHROPIC_BASE_URL", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
        files: [],
      },
      ...{ isNeeded: true, command: "claude /login", variable: "ANTHROPIC_API_KEY" },
    },
  },
};
