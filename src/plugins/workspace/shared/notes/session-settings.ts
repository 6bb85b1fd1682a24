/**
 * Set-up commands change git's configuration: husky sets `core.hooksPath`. In the sandbox they write a private copy, gone
 * when they end. What they set is read from it, kept, and given to the session's programs by environment; nobody else's
 * git ever sees it.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionId } from "../../../../domain/model/ids.ts";
import { encodeRefName } from "../../../../lib/git/refs/ref-name.ts";
import { parseGitSettings, type Setting } from "../../../../lib/git/settings/parse-git-config.ts";
import { toSettingVariables } from "../../../../lib/git/settings/setting-variables.ts";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import type { WorkspaceContext } from "../layout.ts";

type Argv = readonly [string, ...string[]];

/** Lists the settings before and after what it runs. The second of our constant scripts; it holds nothing of anybody's. */
const LISTS_SETTINGS =
  'before=$1; after=$2; shift 2; git config --local --list -z >"$before" 2>/dev/null; "$@"; code=$?; ' +
  'git config --local --list -z >"$after" 2>/dev/null; exit "$code"';

/** Where they are listed, writable for what runs. */
export type ListedSettings = { readonly before: string; readonly after: string };

/** The program that runs `argv` and leaves both lists. */
export async function wrapWithSettingsLists(argv: Argv, { before, after }: ListedSettings): Promise<Argv> {
  for (const file of [before, after]) await writeFile(file, "", { mode: 0o600 });
  return ["sh", "-c", LISTS_SETTINGS, "set-up", before, after, ...argv];
}

/** Keeps what is new, with what was kept before. */
export async function keepSettings(
  { site, desk: paths }: WorkspaceContext,
  { before: first, after }: ListedSettings,
): Promise<void> {
  const [known, listed] = [await readSettings(first), await readSettings(after)];
  const isKnown = ({ key, value }: Setting): boolean =>
    known.some((setting) => setting.key === key && setting.value === value);
  await addSettings(
    { site, desk: paths },
    listed.filter((setting) => !isKnown(setting)),
  );
}

/** The last of several with one key counts. */
export async function addSettings({ site, desk: paths }: WorkspaceContext, made: readonly Setting[]): Promise<void> {
  const before = parseGitSettings((await readPlainText(formatKeptPath(site.own.gitDir, paths.session))) ?? "");
  const kept = [...before.filter(({ key }) => !made.some((setting) => setting.key === key)), ...made];
  replaceFile(
    formatKeptPath(site.own.gitDir, paths.session),
    kept.map(({ key, value }) => `${key}\n${value}\0`).join(""),
  );
}

const readSettings = async (file: string): Promise<readonly Setting[]> =>
  parseGitSettings((await readPlainText(file)) ?? "");

const formatKeptPath = (gitDir: string, session: SessionId): string =>
  join(gitDir, "worktrees", encodeRefName(session), "settings");

/** The kept settings, as git takes them from the environment. */
export async function readSettingsEnvironment(
  gitDir: string,
  session: SessionId,
): Promise<Readonly<Record<string, string>>> {
  return toSettingVariables(parseGitSettings((await readPlainText(formatKeptPath(gitDir, session))) ?? ""));
}
