/** Coding agents we can drive, in the order in which one is proposed, with the program that shows it is installed. */
export type KnownAgent = { readonly name: string; readonly program: string };

export const knownAgents: readonly KnownAgent[] = [
  { name: "claude-code", program: "claude" },
  { name: "codex", program: "codex" },
  { name: "opencode", program: "opencode" },
  { name: "gemini", program: "gemini" },
  { name: "aider", program: "aider" },
  { name: "cursor", program: "cursor-agent" },
  { name: "copilot", program: "copilot" },
  { name: "kimi", program: "kimi" },
];
