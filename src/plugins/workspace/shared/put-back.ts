/** Lays what a rescue saved over a directory that was made anew: files as they were, and nothing of it committed. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { zeroSeparated } from "./changed-paths.ts";
import type { Layout, MadePlace } from "./layout.ts";
import { need, Trouble } from "./trouble.ts";
import { openView } from "./view.ts";

export async function putBack(layout: Layout, place: MadePlace, ref: string): Promise<void> {
  const { site, desk } = place;
  const commit = need(await site.repository.readRef(ref));
  if (commit === null)
    throw new Trouble("refused", `What was rescued from ${desk.session} is gone: there is no ${ref}.`);
  const view = await openView(layout, place);
  const index = join(desk.folder, "rescued-index");
  const listed = await view.compute("diff-tree", ["-r", "-z", "--name-status", "--no-renames", `${commit}^1`, commit]);
  const parts = zeroSeparated(listed);
  const changes = Array.from({ length: parts.length / 2 }, (_, n) => ({
    kind: parts[n * 2] ?? "",
    path: parts[n * 2 + 1] ?? "",
  }));
  for (const { kind, path } of changes) if (kind === "D") await rm(join(desk.path, path), { force: true });
  await view.compute("read-tree", [commit], { index });
  const written = changes.filter(({ kind }) => kind !== "D").map(({ path }) => `${path}\0`);
  await view.compute("checkout-index", ["-z", "--stdin", "--force", "--quiet"], { index, input: written.join("") });
}
