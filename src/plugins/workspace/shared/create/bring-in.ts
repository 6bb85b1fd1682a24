/** Copies and links files of the person's checkout into a new workspace; never from or to anywhere else. */
import { readlink } from "node:fs/promises";
import { isAbsolute, join, normalize } from "node:path";
import { bringFiles, LeadsOut } from "../../../../lib/files/bring-files.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import type { WorkspaceContext } from "../layout.ts";
import type { WorkspaceOptions } from "../options.ts";
import { isInside } from "../site.ts";
import { WorkspaceTrouble } from "../trouble.ts";

/** Before anything is made: are all of them paths inside the repository? */
export function refuseOutsiders({ copy, symlinks }: WorkspaceOptions): void {
  for (const path of [...copy, ...symlinks]) refuseOutside(path);
}

export async function bringIn({ site, desk: paths }: WorkspaceContext): Promise<void> {
  const { checkout } = site.repository;
  if (checkout === null) return;
  const { copy, symlinks } = site.options;
  try {
    await bringFiles({ from: checkout, to: paths.path, copy, symlinks });
  } catch (error) {
    if (!(error instanceof LeadsOut)) throw error;
    throw new WorkspaceTrouble("refused", `No workspace was made: ${error.message}`);
  }
}

function refuseOutside(path: string): void {
  const normal = normalize(path);
  const isBelow = path !== "" && !isAbsolute(path) && isInside("/x", join("/x", normal));
  if (isBelow && !normal.split("/").includes(".git")) return;
  throw new WorkspaceTrouble(
    "refused",
    `No workspace was made: "${path}" under copy or symlinks is not a path inside the repository.`,
  );
}

/** Is this link one that we made, and still the same? */
export async function isOurLink({ site, desk: paths }: WorkspaceContext, path: string): Promise<boolean> {
  const { checkout } = site.repository;
  const target = await readlink(join(paths.path, path)).catch(returnNullIfNoLink);
  return checkout !== null && target === join(checkout, path);
}

function returnNullIfNoLink(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "EINVAL") return null;
  return returnNullIfAbsent(error);
}
