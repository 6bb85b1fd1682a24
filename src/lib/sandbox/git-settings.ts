/**
 * The person's own settings of git that are safe to show: who they are, how they like its output and its branches. All
 * that runs a program, names a credential or rewrites where git fetches from with a password is left out. Git itself reads
 * them, so that what they include is resolved as it is for the person.
 */
import { join } from "node:path";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../run.ts";
import type { Link } from "./confinement.ts";
import { rememberFor } from "./remember-for.ts";
import { layFile, looksSecret, readSmall } from "./person-settings.ts";

const READ_MS = 5_000;

const SAFE =
  /^(user\.(name|email|useconfigonly)|init\.defaultbranch|alias\..+|advice\..+|color\..+|column\..+|core\.(excludesfile|autocrlf|eol|safecrlf|ignorecase|quotepath|abbrev|whitespace|commentchar|precomposeunicode|symlinks|filemode)|diff\.(algorithm|renames|context|colormoved|mnemonicprefix|submodule|noprefix)|merge\.(conflictstyle|ff|renames)|pull\.(rebase|ff)|push\.(default|autosetupremote|followtags)|rebase\.(autosquash|autostash|updaterefs)|fetch\.(prune|prunetags)|rerere\.(enabled|autoupdate)|branch\.(sort|autosetuprebase|autosetupmerge)|tag\.sort|versionsort\..+|log\..+|status\..+|blame\..+|format\.pretty|pretty\..+|i18n\..+|commit\.(cleanup|verbose|status)|help\.autocorrect|submodule\.(recurse|fetchjobs)|protocol\.version|filter\.lfs\.(clean|smudge|process|required)|lfs\..+|http\.(proxy|sslverify|sslcainfo|version|postbuffer)|url\..+\.(insteadof|pushinsteadof)|safe\.directory)$/;

export type GitSettingsRequest = {
  readonly home: string;
  /** Where copies go that programs inside may read. */
  readonly folder: string;
  /** Settings may hold for some repositories only; they are read as they are in this one. */
  readonly repository: string;
};

export async function layGitSettings({ home, folder, repository }: GitSettingsRequest): Promise<readonly Link[]> {
  const settings = await readGlobal(home, repository);
  const excludes = settings.find(([key]) => key === "core.excludesfile")?.[1];
  const target = join(folder, ".gitconfig");
  const link: Link = {
    ...{ path: join(home, ".gitconfig"), target, isReplacedByGit: true },
    variable: ["GIT_CONFIG_GLOBAL", target],
  };
  return [
    ...layFile(link, `${ABOVE}${settings.map(formatSetting).join("")}`),
    ...(excludes === undefined ? [] : layExcludes(home, folder, excludes)),
  ];
}

const ABOVE = "# A copy without what runs programs or is secret.\n";

/** A turn starts often; settings change rarely. */
const REMEMBERED_MS = 10_000;

function readGlobal(home: string, repository: string): Promise<Settings> {
  return remembered(JSON.stringify([home, repository]));
}

const remembered = rememberFor(REMEMBERED_MS, (key): Promise<Settings> => {
  const [home = "", repository = ""]: string[] = JSON.parse(key);
  return askGit(home, repository);
});

type Settings = readonly (readonly [string, string])[];

async function askGit(home: string, repository: string): Promise<Settings> {
  const program = findProgram("git");
  if (program === null) return [];
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const args = ["config", "--global", "--includes", "--list", "--null"];
  const read = await runProgram({ program, args, cwd: repository, env, timeoutMs: READ_MS });
  // Without such a file it ends with an error.
  if (!read.ok || read.code !== 0) return [];
  return read.stdout.split("\0").flatMap((entry) => {
    const [key = "", ...value] = entry.split("\n");
    const text = value.join("\n");
    return SAFE.test(key.toLowerCase()) && !looksSecret(`${key}=${text}`) ? [[key, text] as const] : [];
  });
}

/** `a.b.c` with any text in the middle becomes `[a "b"] c = "…"`. */
function formatSetting([key, value]: readonly [string, string]): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  const [section, middle, name] = [key.slice(0, first), key.slice(first + 1, last), key.slice(last + 1)];
  const header = first === last ? `[${section}]` : `[${section} "${escapeText(middle)}"]`;
  return `${header}\n\t${name} = "${escapeText(value)}"\n`;
}

const escapeText = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t");

function layExcludes(home: string, folder: string, file: string): readonly Link[] {
  const name = file.replace(/^~\//, "").replace(`${home}/`, "");
  if (name.startsWith("/") || name.startsWith("~") || name.split("/").includes("..")) return [];
  const text = readSmall(join(home, name)) ?? "";
  return looksSecret(text) ? [] : layFile({ path: join(home, name), target: join(folder, "excludes", name) }, text);
}
