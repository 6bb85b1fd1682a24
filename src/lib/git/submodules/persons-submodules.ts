/** What the person's repository keeps of its submodules, and may tell of them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readPlainText } from "../../files/plain-file.ts";
import type { OwnGit } from "../own.ts";
import { isExecCapable, parseGitSettings, type Setting } from "../settings/parse-git-config.ts";
import { formatSection, formatSubmodules, removePassword } from "../private-repository.ts";
import type { Repository } from "../repository.ts";
import { parseSubmodules } from "./parse-gitmodules.ts";
import { isPlainFolder } from "./plain-folder.ts";
import type { SubmoduleKeeper } from "./submodule-store.ts";

type Persons = Pick<Repository, "commonDir" | "checkout">;

/** False: no tree needs to be looked at. Costs no process. */
export function mayHaveSubmodules({ commonDir, checkout }: Persons): boolean {
  return existsSync(join(commonDir, "modules")) || (checkout !== null && existsSync(join(checkout, ".gitmodules")));
}

/**
 * `settings`: those of the repository. Only what they name as initialized is looked for in the checkout itself: in the place
 * that the name says, as git does it by itself, or in a clone of the address that the person has initialized.
 */
export async function createPersonSubmoduleKeeper(
  own: OwnGit,
  { commonDir, checkout }: Persons,
  settings: readonly Setting[],
): Promise<SubmoduleKeeper> {
  const inCheckout = new Map<string, string>();
  const text = checkout === null ? null : await readPlainText(join(checkout, ".gitmodules"), { maxBytes: 1024 * 1024 });
  if (checkout === null || text === null) return { gitDir: commonDir, inCheckout };
  const listed = await own.compute("config", ["--file", "-", "--no-includes", "--list", "-z"], { input: text });
  for (const { name, path } of listed.ok ? parseSubmodules(parseGitSettings(listed.value)) : []) {
    const url = settings.findLast(({ key }) => key === `submodule.${name}.url`)?.value;
    if (url === undefined || !(await isPlainFolder(checkout, join(path, ".git")))) continue;
    const store = join(checkout, path, ".git");
    if (name === path || (await readOrigin(own, store))?.value === url) inCheckout.set(name, join(checkout, path));
  }
  return { gitDir: commonDir, inCheckout };
}

/** A path that has landed could name any other repository in the checkout; what the person has initialized cannot change. */
const readOrigin = async (own: OwnGit, store: string): Promise<Setting | undefined> =>
  (await readConfig(own, store)).findLast(({ key }) => key === "remote.origin.url");

async function readConfig(own: OwnGit, store: string): Promise<readonly Setting[]> {
  const listed = await own.compute("config", ["--file", join(store, "config"), "--no-includes", "--list", "-z"]);
  return listed.ok ? parseGitSettings(listed.value) : [];
}

/** Where the submodule of that git folder was cloned from, and which of its own the person has initialized: no passwords. */
export async function readPublicConfig(own: OwnGit, store: string): Promise<string> {
  const settings = await readConfig(own, store);
  const origin = settings.findLast(({ key }) => key === "remote.origin.url");
  const fetched = { key: "remote.origin.fetch", value: "+refs/heads/*:refs/remotes/origin/*" };
  const remote = origin === undefined || isExecCapable(origin) ? [] : [removePassword(origin, store), fetched];
  return [...remote.map((one) => formatSection("remote", one)), ...formatSubmodules(settings, store)].join("");
}
