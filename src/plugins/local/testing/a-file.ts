/** The parts of a forge that need no repository. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectId } from "../../../domain/model/ids.ts";
import { createOnce } from "../deeds.ts";
import { openForgeFile } from "../forge-file.ts";
import { createIssueEditor } from "../issues/issue-editor.ts";
import { createIssueRows } from "../issues/issue-rows.ts";
import { createLocalTracker } from "../issues/tracker.ts";
import { createReferences } from "../../shared/references.ts";
import { aFolder } from "./a-repository.ts";

export function anIssueDesk() {
  const folder = aFolder();
  let now = 1_000;
  const file = openForgeFile(join(folder, "forge.db"), () => (now += 1));
  onTestFinished(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  const [references, rows] = [createReferences(projectId("shop")), createIssueRows(file)];
  const desk = createIssueEditor({ file, rows, references, once: createOnce(file) });
  return { file, desk, tracker: createLocalTracker(file, rows, desk, references) };
}
