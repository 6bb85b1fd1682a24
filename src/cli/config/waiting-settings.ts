/** Settings that do not hold, since they wait for a person or cannot be read: said wherever somebody would wonder why. */
import { ApiError, Unreachable } from "../../protocol/client/api-error.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import type { ProjectView } from "../../protocol/project.ts";
import type { Io } from "../render/io.ts";
import { quoteShellWord } from "../render/shell-words.ts";
import { toVisibleLine } from "../render/visible.ts";

/** As many settings as fit into a sentence; `ao doctor` shows all. */
const SHOWN_MAX = 3;

export function describeWaitingSettings(projects: readonly ProjectView[]): readonly string[] {
  return projects.flatMap(({ id, path, waiting, problems }) => {
    const wrong = problems.filter(({ severity }) => severity === "error").map(({ sentence }) => sentence);
    const words = wrong.length === 1 ? "a problem" : `${wrong.length} problems`;
    return [
      ...(wrong.length === 0 ? [] : [`The settings of ${id} have ${words} (${joinFirst(wrong)}): ao doctor`]),
      ...(waiting === null
        ? []
        : [
            `New settings of ${id} wait for you to accept them (${joinFirst(waiting.lines)}): ao start ${quoteShellWord(path)}`,
          ]),
    ];
  });
}

function joinFirst(lines: readonly string[]): string {
  const more = lines.length - SHOWN_MAX;
  const shown = lines.slice(0, SHOWN_MAX).map(shorten).join("; ");
  return `${shown}${more > 0 ? `; and ${more} more, see ao doctor` : ""}`;
}

/** A script may stand in a setting. */
const LENGTH_MAX = 80;

function shorten(line: string): string {
  const text = toVisibleLine(line);
  return text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX)}…`;
}

/** Beside what was asked for, so that a program that reads that is not disturbed. */
export async function tellOfWaiting(io: Io, client: Client, isMeant: (project: ProjectView) => boolean): Promise<void> {
  const projects = await readProjectsIfPossible(client);
  for (const sentence of describeWaitingSettings(projects.filter(isMeant))) io.tell(sentence);
}

/** What was asked for is done by now: it must not look failed because an agent may not ask this, or the daemon has gone. */
async function readProjectsIfPossible(client: Client): Promise<readonly ProjectView[]> {
  try {
    return await client.listProjects({}, { retryForMs: RETRY_FOR_MS });
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreachable) return [];
    throw error;
  }
}

const RETRY_FOR_MS = 1_000;
