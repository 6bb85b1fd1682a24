/** docs/reference/cli.md is written from the verbs, so that it cannot go stale: `npm test -- src/cli/cli-page -u`. */
import { Command } from "commander";
import { join } from "node:path";
import { format } from "prettier";
import { expect, test } from "vitest";
import { testIo } from "./testing/test-io.ts";
import { groups, type CliVerb } from "./run/verb.ts";
import { verbs } from "./verbs/index.ts";

test("docs/reference/cli.md says what the verbs say", async () => {
  const parts = await Promise.all(groups.map(groupPart));
  const page = await format([INTRODUCTION, ...parts.filter((part) => part !== "")].join("\n\n"), {
    parser: "markdown",
    printWidth: 120,
  });
  await expect(page).toMatchFileSnapshot(join(import.meta.dirname, "../../docs/reference/cli.md"));
});

async function groupPart(group: string): Promise<string> {
  const own = verbs.filter((verb) => verb.group === group);
  if (own.length === 0) return "";
  const sections = await Promise.all(own.map(verbPart));
  return [`## ${group.charAt(0).toUpperCase()}${group.slice(1)}`, ...sections].join("\n\n");
}

async function verbPart(verb: CliVerb): Promise<string> {
  const { define, examples } = await verb.load();
  const command = new Command(verb.name);
  define(command, testIo(), verbs);
  const options = command.options.map(({ flags, description }) => `- \`${flags}\`: ${description}`);
  const also = verb.aliases.length === 0 ? "" : ` (also \`ao ${verb.aliases.join("`, `ao ")}\`)`;
  const width = Math.max(...examples.map(([line]) => line.length));
  return [
    `### ao ${verb.name}`,
    `\`ao ${verb.usage}\`${also}: ${verb.summary}.`,
    `\`\`\`sh\n${examples.map(([line, does]) => `${line.padEnd(Math.min(width, 48))}  # ${does}`).join("\n")}\n\`\`\``,
    ...(options.length === 0 ? [] : [options.join("\n")]),
    ...command.commands.map(actionPart),
  ].join("\n\n");
}

/** What an action of a verb takes beside its words. */
function actionPart(action: Command): string {
  const words = action.registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  const options = action.options.map(({ flags, description }) => `- \`${flags}\`: ${description}`);
  const usage = [action.parent?.name(), action.name(), ...words].join(" ");
  return [`\`ao ${usage}\`: ${action.description()}.`, options.join("\n")].join("\n\n");
}

const INTRODUCTION = `# Command line

This page is generated from the verbs in \`src/cli/verbs\`; \`ao <command> --help\` prints the same.

## How it answers

- **stdout is the answer, stderr the narration**: progress, hints, warnings, errors.
- **On a terminal** it is set out for people: grouped, aligned, cut to the width. **In a pipe** it is for programs: one
  record a line, fields between tabs, nothing cut, no color, no symbols, times as ISO 8601. \`--json\` prints one document
  with every field; \`ao events --json\` one object a line.
- **Exit codes**: 0 done, 1 failed, 2 wrong use. An error says what did not happen, why, and behind \`try:\` what to type
  next; with \`--json\` it is JSON on stderr: \`{ "error": { "code", "message", "try", "facts", "candidates" } }\`.
- **Names.** A session is named by its id, or by its name or issue; never by a part. Where several
  have the name, the one of the project around the current folder is meant; outside of every project, or where that one
  has several itself, it ends with exit code 2 and the candidates.
- **Records of sessions** hold: id, column, code, title, agent, issue, since, dollars (empty: unknown), sentence.

## Environment variables

| variable | does |
| --- | --- |
| \`AO_HOME\` | where everything lives, an absolute path; default: \`~/.agent-orchestrator\` |
| \`AO_CONFIG\` | the configuration file of this command and of the daemon it starts; it must exist |
| \`NO_COLOR\`, \`FORCE_COLOR\`, \`TERM=dumb\` | color off, on, off; \`--no-color\` is off for one command |
| \`AO_ASCII\` | \`1\`: nothing but ASCII; \`0\`: symbols although the locale says otherwise |
| \`AO_LOAD_PER_CORE\` | of the daemon: beyond so much load for each core one session starts at a time; 8 when not set |
| \`BROWSER\` | the program that opens pages |

Symbols: ◆ needs you · ● working · ◔ checking · ◎ in review · ↑ landing · ✓ done · ✗ failed · ○ waits to start · ‖ paused ·
■ stopped · ? not known. In ASCII: \`! * ~ o ^ + x . = # ?\`.

Any command that needs the daemon starts it. \`ao send\` goes through a restart of the daemon: a non-zero exit means that
the message was not accepted, with \`--wait\` that it was not acknowledged.`;
