/** What agents are told, for `ao config prompts` and docs/reference/prompts.md: generated from the texts that are shipped. */
import { promptNames, shippedPrompts, variables, type PromptName } from "../../domain/words/prompts.ts";

export type PromptHelp = {
  readonly name: PromptName;
  readonly when: string;
  readonly variables: readonly string[];
  readonly text: string;
};

export const explainPrompts = (): readonly PromptHelp[] =>
  promptNames.map((name) => ({ name, ...shippedPrompts[name] }));

/** docs/reference/prompts.md. */
export function writePromptsPage(): string {
  const meanings = Object.entries(variables).map(([name, meaning]) => `| \`{{${name}}}\` | ${meaning} |`);
  const texts = explainPrompts().map(
    ({ name, when, variables: named, text }) =>
      `### \`${name}\`\n\n${when} Variables: ${named.map((one) => `\`${one}\``).join(", ")}.\n\n\`\`\`text\n${text}\n\`\`\``,
  );
  return [
    INTRODUCTION,
    "## Variables",
    ["| variable | stands for |", "| --- | --- |", ...meanings].join("\n"),
    "## Shipped texts",
    ...texts,
  ]
    .join("\n\n")
    .concat("\n");
}

const INTRODUCTION = `# Prompts

This page is generated from \`src/domain/words/prompts.ts\`. \`ao config prompts\` lists the same texts, \`ao config prompts NAME\`
prints one of them.

What agents are told by themselves is a text with variables. A project may put a file of its own in the place of each:

\`\`\`sh
mkdir -p .agent-orchestrator/prompts
ao config prompts ci-failed > .agent-orchestrator/prompts/ci-failed.md   # begin with ours
ao config set projects.my-app.prompts.ci-failed .agent-orchestrator/prompts/ci-failed.md
\`\`\`

- **Where.** A path is relative to the configuration file that names it; \`~\` is your home. \`defaults.prompts\` is for all
  projects of a file, \`projects.<name>.prompts\` for one. \`reactions.<name>.message\` is the short form of the same
  setting: both in one block is an error, and the stronger block wins.
- **When.** A changed file is read at once and holds for what is told from then on.
- **Variables** are written \`{{name}}\`. Behind the first, a paragraph whose variables are all empty is left out with its
  heading. A variable that a text does not have is an error with its line and the nearest name; until it is fixed the
  shipped text is told, and \`ao doctor\` says so.
- **Always.** The task is added where a text does not name it, and \`agentRules\` at the beginning of a conversation.
- **Who may change them.** A change that touches such a file in the repository needs a person, as do the configuration
  and everything below \`.agent-orchestrator/\`.
- **AGENTS.md** of the repository is read by the agents themselves, from their workspace; see [agents](agents.md). What
  is written there need not be repeated in a prompt.`;
