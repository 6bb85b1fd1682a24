/** While no daemon runs, a project is named in a file that the daemon reads when it comes up. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HomePaths } from "../../config/home.ts";
import { createUlidSource } from "../../lib/ulid.ts";

export type ProjectRequest = {
  readonly path: string;
  readonly configFile: string | null;
  readonly accept: boolean;
};

const newId = createUlidSource(Date.now);

export function leaveRequest(home: HomePaths, request: ProjectRequest): void {
  mkdirSync(home.requests, { recursive: true, mode: 0o700 });
  const file = join(home.requests, `${newId()}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(request), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
