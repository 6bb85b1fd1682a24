/** Lays what a rescue saved over a directory that was made anew: files as they were, and nothing of it committed. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { splitAtZero } from "../rescue/changed-paths.ts";
import type { LayoutStrategy, MadeWorkspace } from "../layout.ts";
import { needGit, WorkspaceTrouble } from "../trouble.ts";
import { openView } from "../rescue/view.ts";

export async function putBack(layout: LayoutStrategy, place: MadeWorkspace, ref: string): Promise<void> {
  const { site, desk: paths } = place;
  const commit = needGit(await site.repository.readRef(ref));
  if (commit === null)
    throw new WorkspaceTrouble("refused", `What was rescued from ${paths.session} is gone: there is no ${ref}.`);
  const view = await openView(layout, place);
  const index = join(paths.folder, "rescued-index");
  const listed = await view.compute("diff-tree", ["-r", "-z", "--name-status", "--no-renames", `${commit}^1`, commit]);
  const parts = splitAtZero(listed);
  const changes = Array.from({ length: parts.length / 2 }, (_, n) => ({
    kind: parts[n * 2] ?? "",
    path: parts[n * 2 + 1] ?? "",
  }));
  for (const { kind, path } of changes) if (kind === "D") await rm(join(paths.path, path), { force: true });
  await view.compute("read-tree", [commit], { index });
  const written = changes.filter(({ kind }) => kind !== "D").map(({ path }) => `${path}\0`);
  await view.compute("checkout-index", ["-z", "--stdin", "--force", "--quiet"], { index, input: written.join("") });
}
