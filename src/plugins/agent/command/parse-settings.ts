/** `agentConfig` of the agent `command`. Keys of other agents are nobody's business here. */

export type CommandSettings = {
  readonly command: readonly [string, ...string[]];
  readonly drive: "turns" | "terminal";
};

export type ParsedSettings =
  { readonly ok: true; readonly settings: CommandSettings } | { readonly ok: false; readonly problem: string };

export function parseCommandSettings(settings: Readonly<Record<string, unknown>>): ParsedSettings {
  const { command, drive = "turns" } = settings;
  const problem = findCommandProblem(command) ?? findDriveProblem(drive);
  if (problem !== null) return { ok: false, problem };
  return { ok: true, settings: { command, drive } as CommandSettings };
}

const EXAMPLE = 'such as `agentConfig: { command: ["./agent.sh"] }`';

function findCommandProblem(command: unknown): string | null {
  if (command === undefined) return `the agent \`command\` needs a program to run, ${EXAMPLE}`;
  if (typeof command === "string") {
    const words = command
      .trim()
      .split(/\s+/)
      .map((word) => JSON.stringify(word));
    return `\`agentConfig.command\` is a list of words, since no shell reads it: write \`command: [${words.join(", ")}]\``;
  }
  if (!Array.isArray(command) || command.length === 0 || command[0] === "")
    return `\`agentConfig.command\` must name a program, ${EXAMPLE}`;
  const odd = command.find((word) => typeof word !== "string" || word.includes("\0"));
  return odd === undefined ? null : `\`agentConfig.command\` holds ${JSON.stringify(odd)}, which is not a command word`;
}

export const DRIVES: readonly CommandSettings["drive"][] = ["turns", "terminal"];

function findDriveProblem(drive: unknown): string | null {
  if (DRIVES.some((one) => one === drive)) return null;
  return `\`agentConfig.drive\` is ${JSON.stringify(drive)}; the agent \`command\` knows turns and terminal`;
}
