/** The parts of a forge that need no repository. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectId } from "../../../domain/model/ids.ts";
import { deedsIn } from "../deeds.ts";
import { openForgeFile } from "../forge-file.ts";
import { issueDesk } from "../issues/issue-desk.ts";
import { issueRows } from "../issues/issue-rows.ts";
import { localTracker } from "../issues/tracker.ts";
import { referencesOf } from "../../shared/references.ts";
import { aFolder } from "./a-repository.ts";

export function anIssueDesk() {
  const folder = aFolder();
  let now = 1_000;
  const file = openForgeFile(join(folder, "forge.db"), () => (now += 1));
  onTestFinished(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  const [references, rows] = [referencesOf(projectId("shop")), issueRows(file)];
  const desk = issueDesk({ file, rows, references, once: deedsIn(file) });
  return { file, desk, tracker: localTracker(file, rows, desk, references) };
}
