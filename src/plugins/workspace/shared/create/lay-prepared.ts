/**
 * Gives a new workspace what set-up made for others with the same lockfiles, in place of running it once more. Only one
 * in which nobody has worked yet: afterwards its files may be others than those of its commit.
 */
import type { FileHandle } from "node:fs/promises";
import type { TrustedCommit } from "../../../../lib/prepared/prepare.ts";
import { readFreshTip } from "../refs/base.ts";
import { readNote } from "../session-paths.ts";
import { inspect } from "../inspect.ts";
import type { LayoutStrategy, WorkspaceContext } from "../layout.ts";
import { addSettings } from "../notes/session-settings.ts";
import { readTree } from "../rescue/view.ts";

type Laying = { readonly log: FileHandle; readonly signal: AbortSignal };

/** False: set-up has to run. */
export async function layPrepared(
  layout: LayoutStrategy,
  place: WorkspaceContext,
  { log, signal }: Laying,
): Promise<boolean> {
  const { prepared } = place.site.options;
  const note = await readNote(place.desk);
  if (prepared === undefined || note?.stage !== "ready") return false;
  const { head, dirty } = await inspect(layout, { ...place, note });
  if (dirty || head.commit !== note.base) return false;
  let written: Promise<unknown> = Promise.resolve();
  const onOutput = (bytes: Uint8Array): void => {
    written = written.then(() => log.appendFile(bytes));
  };
  const trusted = await findTrustedBase(place, note.base);
  const laid = await prepared.lay(place.desk.path, { tree: head.tree, trusted, signal, onOutput });
  await written;
  if (laid === null) return false;
  await addSettings(place, laid.settings);
  await log.appendFile("ao: laid what set-up made for this lockfile; its commands need not run here\n");
  return true;
}

/** A commit that somebody named may be another agent's; only what has landed is set up for others. */
async function findTrustedBase({ site }: WorkspaceContext, base: string): Promise<TrustedCommit | null> {
  const tip = await readFreshTip(site);
  const asked = await site.own.compute("merge-base", ["--is-ancestor", base, tip]);
  return asked.ok ? { commit: base, tree: await readTree(site, base) } : null;
}
