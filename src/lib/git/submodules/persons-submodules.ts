/** What the person's repository keeps of its submodules, and may tell of them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readPlainText } from "../../plain-file.ts";
import type { OwnGit } from "../own.ts";
import { isExecCapable, parseSettings, type Setting } from "../parse-git-config.ts";
import { sectionText, submodulesText, withoutPassword } from "../private-repository.ts";
import type { Repository } from "../repository.ts";
import { parseSubmodules } from "./parse-gitmodules.ts";
import { isPlainFolder } from "./plain-folder.ts";
import type { SubmoduleKeeper } from "./submodule-store.ts";

type Persons = Pick<Repository, "commonDir" | "checkout">;

/** False: no tree needs to be looked at. Costs no process. */
export function mayHaveSubmodules({ commonDir, checkout }: Persons): boolean {
  return existsSync(join(commonDir, "modules")) || (checkout !== null && existsSync(join(checkout, ".gitmodules")));
}

/** `settings`: those of the repository. Only what they name as initialized is looked for in the checkout itself. */
export async function personsKeeper(
  own: OwnGit,
  { commonDir, checkout }: Persons,
  settings: readonly Setting[],
): Promise<SubmoduleKeeper> {
  const inCheckout = new Map<string, string>();
  const text = checkout === null ? null : await readPlainText(join(checkout, ".gitmodules"), { maxBytes: 1024 * 1024 });
  if (checkout === null || text === null) return { gitDir: commonDir, inCheckout };
  const listed = await own.compute("config", ["--file", "-", "--no-includes", "--list", "-z"], { input: text });
  for (const { name, path } of listed.ok ? parseSubmodules(parseSettings(listed.value)) : []) {
    const isInitialized = settings.some(({ key }) => key === `submodule.${name}.url`);
    if (isInitialized && (await isPlainFolder(checkout, join(path, ".git"))))
      inCheckout.set(name, join(checkout, path));
  }
  return { gitDir: commonDir, inCheckout };
}

/** Where the submodule of that git folder was cloned from, and which of its own the person has initialized: no passwords. */
export async function publicConfig(own: OwnGit, store: string): Promise<string> {
  const args = ["--file", join(store, "config"), "--no-includes", "--list", "-z"];
  const listed = await own.compute("config", args);
  if (!listed.ok) return "";
  const settings = parseSettings(listed.value);
  const origin = settings.findLast(({ key }) => key === "remote.origin.url");
  const fetched = { key: "remote.origin.fetch", value: "+refs/heads/*:refs/remotes/origin/*" };
  const remote = origin === undefined || isExecCapable(origin) ? [] : [withoutPassword(origin, store), fetched];
  return [...remote.map((one) => sectionText("remote", one)), ...submodulesText(settings, store)].join("");
}
