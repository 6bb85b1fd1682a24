/** Projects that were named while no daemon ran: `ao` leaves a file for each, and the daemon adds them as it comes up. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../engine/deps.ts";
import type { AddProject } from "../context.ts";
import { parseAddRequest } from "./parse-request.ts";
import { readText } from "./project-files.ts";
import type { Registry } from "./registry.ts";
import { hasCode } from "../../lib/files/if-there.ts";

export async function takeRequests(folder: string, projects: Pick<Registry, "addAtBoot">, log: Log): Promise<void> {
  for (const file of listRequestFiles(folder)) {
    const request = readRequest(file, log);
    const added = request === null ? null : await projects.addAtBoot(request);
    if (added !== null && !added.ok)
      log.warn({ request, error: added.error }, "a project that was named while the daemon was down was not added");
    rmSync(file, { force: true });
  }
}

function readRequest(file: string, log: Log): AddProject | null {
  const request = parseAddRequest(readText(file) ?? "");
  if (request === null) log.warn({ file }, "a request to add a project could not be read");
  return request;
}

/** In the order they were made: their names begin with the time. */
function listRequestFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .toSorted()
      .map((name) => join(folder, name));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
