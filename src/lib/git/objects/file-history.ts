/**
 * How a file of a checkout came to be what it is: which of its texts a person wrote or committed there, and which git
 * brought along (a pull, a merge, a rebase, a switch of branches, a landing).
 *
 * What is believed is what a sandboxed agent cannot write: the file, the index, and the log of `HEAD` of that very
 * checkout, in which `git commit` leaves a line `commit: …` and everything else that moves `HEAD` another word. Objects
 * are believed by their hashes. What these do not tell was brought by git: a gap in the log, an operation in the middle,
 * a git that failed.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { hardening, buildPersonEnvironment } from "../environment.ts";
import { callGit, type GitAnswer } from "../git-run.ts";
import { readFilesIn, type FileAt } from "./file-in-commits.ts";
import { parseReflog, type ReflogEntry } from "../refs/parse-reflog.ts";
import { hashObject } from "./read-objects.ts";
import { readPlainText } from "../../files/plain-file.ts";

export type FileVersion = {
  /** Null: the file was not there. */
  readonly text: string | null;
  /** `edit`: written, and neither committed nor staged. `commit`: committed in this checkout. `git`: anything else. */
  readonly by: "edit" | "commit" | "git";
};

export type FileHistory = {
  /** The newest first, back to the first that is known or that git brought. */
  readonly versions: readonly FileVersion[];
  /** What the file is on branches other than this one, where this one has never had it so. */
  readonly elsewhere: readonly string[];
  /** The log it was read from, which grows when the next thing happens; null: there is none. */
  readonly log: string | null;
};

export type HistoryRequest = {
  readonly file: string;
  /** As it was read. */
  readonly text: string;
  /** Further back than this text nobody asks. */
  readonly known: string | null;
  /** Whose commits, by their address, are not those of the person at the checkout. */
  readonly isForeign: (email: string) => boolean;
};

export type HistoryOptions = { readonly pause?: (ms: number) => Promise<unknown> };

export async function readFileHistory(
  request: HistoryRequest,
  { pause = setTimeout }: HistoryOptions = {},
): Promise<FileHistory> {
  const { text } = request;
  const place = await findPlace(request.file);
  if (place === "none") return { versions: [{ text, by: "edit" }], elsewhere: [], log: null };
  const log = place === null ? null : formatLogPath(place);
  const read = place === null ? null : await readAt(place, request, pause);
  // Git may have written another text since this one was read; whoever watches the file asks again.
  const found = isStill(request) ? read : null;
  return { ...(found ?? { versions: [{ text, by: "git" }], elsewhere: [] }), log };
}

function isStill({ file, text }: HistoryRequest): boolean {
  try {
    return readFileSync(file, "utf8") === text;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

type Place = { readonly folder: string; readonly name: string; readonly path: string; readonly gitDir: string };

/** `none`: the file lies in no checkout. Null: git does not say. */
async function findPlace(file: string): Promise<Place | "none" | null> {
  const real = realpathSync(file);
  const folder = dirname(real);
  const asked = await ask(folder, ["rev-parse", "--is-inside-work-tree", "--absolute-git-dir", "--show-prefix"]);
  if (!asked.ok) return /not a git repository/.test(asked.error.stderr) ? "none" : null;
  const [isInside, gitDir = "", prefix = ""] = asked.value.split("\n");
  if (isInside !== "true") return "none";
  return { folder, name: basename(real), path: `${prefix}${basename(real)}`, gitDir };
}

type Pause = NonNullable<HistoryOptions["pause"]>;

const formatLogPath = ({ gitDir }: Place): string => join(gitDir, "logs/HEAD");

async function readAt(place: Place, request: HistoryRequest, pause: Pause): Promise<Omit<FileHistory, "log"> | null> {
  if (!(await isQuiet(place.gitDir, pause))) return null;
  const [head, refs] = await Promise.all([
    ask(place.folder, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"]),
    ask(place.folder, ["for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes", "refs/ao"]),
  ]);
  const log = parseReflog((await readPlainText(formatLogPath(place))) ?? "", ENTRIES_MAX);
  if (!head.ok || !refs.ok) return null;
  const own = { head: head.value.trim(), log };
  const grown = new Set([own.head, ...log.filter(({ message }) => !MOVES.test(message)).map(({ after }) => after)]);
  const fetched = await readFetched(place);
  const tips = [...refs.value.split("\n"), ...fetched].filter((name) => name !== "" && !grown.has(name));
  const files = await readFilesIn(place, [...grown, ...tips, ...log.flatMap(({ before, after }) => [before, after])]);
  const versions = await listVersions(place, { ...request, ...own, files });
  return versions === null
    ? null
    : { versions, elsewhere: listOtherTexts({ versions, files, grown, tips, known: request.known }) };
}

/** What was fetched last without a branch of its own: `git merge --squash FETCH_HEAD` takes it over. */
async function readFetched({ folder }: Place): Promise<readonly string[]> {
  const asked = await ask(folder, ["rev-parse", "--git-path", "FETCH_HEAD"]);
  if (!asked.ok) return [];
  const text = await readPlainText(resolve(folder, asked.value.trim()), { maxBytes: FETCHED_BYTES_MAX });
  return (text ?? "").split("\n").flatMap((line) => /^[0-9a-f]{40,64}(?=\t)/.exec(line) ?? []);
}

const FETCHED_BYTES_MAX = 1024 * 1024;

/** To another branch or commit: what is there need not be this branch's own. */
const MOVES = /^(checkout|reset|rebase|pull --rebase)\b/;
/** So far back a change of the file is looked for. */
const ENTRIES_MAX = 300;

type Reading = HistoryRequest & {
  readonly head: string;
  readonly log: readonly ReflogEntry[];
  readonly files: ReadonlyMap<string, FileAt>;
};

/** Null: an object that would have to be looked at is missing or not what its name says. */
async function listVersions(place: Place, reading: Reading): Promise<readonly FileVersion[] | null> {
  const { text, head, files, known } = reading;
  const committed = files.get(head);
  if (committed === undefined) return null;
  if (isSame(committed.text, text)) return listCommittedVersions(reading);
  if (await isBroughtByGit(place, reading)) return [{ text, by: "git" }];
  const edit: FileVersion = { text, by: "edit" };
  if (isSame(committed.text, known)) return [edit, { text: committed.text, by: "git" }];
  if (await wasConverted(place, reading)) return [{ text, by: "git" }];
  const before = listCommittedVersions(reading);
  return before === null ? null : [edit, ...before];
}

/** From the newest entry of the log back to the first text that is known, or that was not committed here. */
function listCommittedVersions({ head, log, files, known, isForeign }: Reading): readonly FileVersion[] | null {
  const versions: FileVersion[] = [];
  let at = head;
  for (const { before, after, email, message } of log) {
    if (after !== at) break;
    const [now, earlier] = [files.get(after), findFileAt(before, files)];
    if (now === undefined || earlier === undefined) return null;
    at = before;
    if (isSame(now.text, earlier.text)) continue;
    const isOwn = /^commit( \((initial|amend)\))?: /.test(message) && !isForeign(email);
    versions.push({ text: now.text, by: isOwn ? "commit" : "git" });
    if (!isOwn || isSame(now.text, known)) return versions;
  }
  const oldest = findFileAt(at, files);
  return oldest === undefined ? null : [...versions, { text: oldest.text, by: "git" }];
}

/** Before the first commit there is none, and its name is all zeros. */
const findFileAt = (commit: string, files: Reading["files"]): FileAt | undefined =>
  /^0+$/.test(commit) ? { text: null } : files.get(commit);

type Around = {
  readonly versions: readonly FileVersion[];
  readonly files: ReadonlyMap<string, FileAt>;
  /** Commits by which this branch grew. */
  readonly grown: ReadonlySet<string>;
  readonly tips: readonly string[];
  readonly known: string | null;
};

/** A text that this branch had before those in question says nothing: whoever branched off there has it, too. */
function listOtherTexts({ versions, files, grown, tips, known }: Around): readonly string[] {
  const asked = versions.filter(({ by, text }) => by !== "git" && !isSame(text, known));
  const inQuestion = new Set(asked.map(({ text }) => text));
  const textsOf = (commits: Iterable<string>): readonly string[] =>
    [...commits].flatMap((commit) => files.get(commit)?.text ?? []);
  const before = new Set(textsOf(grown).filter((text) => !inQuestion.has(text)));
  return [...new Set(textsOf(tips))].filter((text) => !before.has(text));
}

/**
 * Staged and not committed: that is how `git merge --squash`, `git cherry-pick --no-commit` and `git checkout BRANCH --
 * FILE` leave it. In the middle of a merge or a rebase it may be anybody's.
 */
async function isBroughtByGit({ folder, name, gitDir }: Place, { text, head }: Reading): Promise<boolean> {
  if (UNDER_WAY.some((one) => statSync(join(gitDir, one), { throwIfNoEntry: false }) !== undefined)) return true;
  const staged = await ask(folder, ["--literal-pathspecs", "ls-files", "--stage", "-z", "--", name]);
  if (!staged.ok) return true;
  const objects = staged.value.split("\0").flatMap((line) => line.split(" ")[1] ?? []);
  const ways = [text, toUnixLines(text)].map((way) => hashObject("blob", Buffer.from(way), head));
  if (objects.some((object) => ways.includes(object))) return true;
  const converted = await ask(folder, ["check-attr", "-z", ...CONVERTING, "--", name]);
  if (!converted.ok) return true;
  const values = converted.value.split("\0").filter((_, n) => n % 3 === 2);
  return values.some((value) => value !== "unspecified" && value !== "unset");
}

/**
 * Attributes by which git lays out another text than was committed, so that one that nobody reads as settings becomes
 * some. Ends of lines change nothing that counts, and a filter runs only where the person has configured it.
 */
const CONVERTING = ["ident", "working-tree-encoding"];

/**
 * Such an attribute may be gone, and what it did is still there. Asked only where git has brought a text: so any file's
 * attribute counts.
 */
async function wasConverted({ folder, path }: Place, { head, log, files: texts, known }: Reading): Promise<boolean> {
  const accepted = log.findIndex(({ after }) => isSame(texts.get(after)?.text ?? null, known));
  const since = accepted < 0 ? log : log.slice(0, accepted);
  const commits = [...new Set([head, ...since.map(({ after }) => after)])];
  const folders = path.split("/").map((_, n, names) => names.slice(0, n));
  for (const names of folders) {
    const files = await readFilesIn({ folder, path: [...names, ".gitattributes"].join("/") }, commits);
    const isOdd = (commit: string): boolean => {
      const found = files.get(commit);
      return found === undefined || CONVERTING.some((name) => found.text?.includes(name) === true);
    };
    if (commits.some(isOdd)) return true;
  }
  return false;
}

const UNDER_WAY = ["MERGE_HEAD", "SQUASH_MSG", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];

/**
 * Git writes the files of a checkout first and moves `HEAD` last, in a large one seconds later. While it holds the index
 * a new text looks like an edit.
 */
async function isQuiet(gitDir: string, pause: Pause): Promise<boolean> {
  const untilMs = Date.now() + QUIET_WITHIN_MS;
  while (isAtWork(join(gitDir, "index"))) {
    if (Date.now() > untilMs) return false;
    await pause(QUIET_STEP_MS);
  }
  return true;
}

const QUIET_WITHIN_MS = 5_000;
const QUIET_STEP_MS = 50;
/** From the index to `HEAD` git needs a millisecond or two. */
const SETTLED_MS = 300;

function isAtWork(index: string): boolean {
  const ageMs = Date.now() - (statSync(index, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return (ageMs >= 0 && ageMs < SETTLED_MS) || statSync(`${index}.lock`, { throwIfNoEntry: false }) !== undefined;
}

const ask = (folder: string, args: readonly string[]): Promise<GitAnswer> =>
  callGit({ args: [...hardening, ...args], cwd: folder, env: buildPersonEnvironment() });

/** A checkout may end lines in its own way. */
const toUnixLines = (text: string): string => text.replaceAll("\r\n", "\n");

const isSame = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && toUnixLines(left) === toUnixLines(right));
