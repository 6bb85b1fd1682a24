/** What a turn left: the branch's newest commit, and whether anything is uncommitted. Two processes, one when clean. */
import type { Head } from "../../../domain/change.ts";
import { commitSha, treeSha } from "../../../domain/ids.ts";
import type { WorkspaceSpec } from "../../../slots/workspace.ts";
import { changedPaths, filteredPaths } from "./changed-paths.ts";
import { runConfined } from "./confined.ts";
import type { Layout, MadePlace } from "./layout.ts";
import { Trouble } from "./trouble.ts";
import { openView, treeOf, type View } from "./view.ts";

export async function inspect(
  layout: Layout,
  place: MadePlace,
  spec: WorkspaceSpec,
): Promise<{ readonly head: Head; readonly dirty: boolean }> {
  const head = await headOf(layout, place);
  const view = await openView(layout, place);
  return { head, dirty: await isDirty(view, spec) };
}

export async function headOf(layout: Layout, place: MadePlace): Promise<Head> {
  const commit = await layout.head(place);
  if (commit === null) {
    throw new Trouble("refused", `The branch ${place.desk.branch} of the session ${place.desk.session} is gone.`);
  }
  return { commit: commitSha(commit), tree: treeSha(await treeOf(place.site, commit)) };
}

async function isDirty(view: View, spec: WorkspaceSpec): Promise<boolean> {
  const changed = await changedPaths(view);
  const filtered = await filteredPaths(view, changed);
  if (changed.length > filtered.length) return true;
  return filtered.length > 0 && (await looksChangedInside(view, spec, filtered));
}

/** Asked where the agent itself would ask: in the sandbox, with its environment and the filters it has. */
async function looksChangedInside(view: View, spec: WorkspaceSpec, paths: readonly string[]): Promise<boolean> {
  const told = await runConfined(view.place, spec, {
    argv: ["git", "--literal-pathspecs", "status", "--porcelain", "-z", "--ignore-submodules=dirty", "--", ...paths],
    timeoutMs: ASK_TIMEOUT_MS,
  });
  // Nobody can say: then a person rather looks once too often.
  return !told.ok || told.code !== 0 || told.stdout !== "";
}

const ASK_TIMEOUT_MS = 60_000;
