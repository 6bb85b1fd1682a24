/** Makes commits in the forge's name. What the person's repository will point to goes into its own store of objects. */
import { commitSha, treeSha, type CommitSha, type SessionId, type TreeSha } from "../../../domain/model/ids.ts";
import type { GitContext } from "./git-context.ts";
import { need } from "./trouble.ts";

export type GitIdentity = { readonly name: string; readonly email: string };
/** `date` as git keeps it: seconds and zone. */
export type Signed = GitIdentity & { readonly date: string };

/** A change, as far as the commit that lands it tells of it. */
export type Proposal = {
  readonly number: number;
  readonly head: CommitSha;
  readonly session: SessionId | null;
  readonly title: string;
  readonly body: string;
  /** A `Name: value` each. */
  readonly trailers: readonly string[];
};

export type NewCommit = {
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly message: string;
  readonly author: Signed;
  readonly committer: Signed;
};

export async function makeCommit(git: GitContext, commit: NewCommit): Promise<CommitSha> {
  const { own, repository } = git;
  const { tree, parents, message, author, committer } = commit;
  const args = [tree, ...parents.flatMap((parent) => ["-p", parent])];
  const identity = {
    GIT_AUTHOR_NAME: cleanName(author.name),
    GIT_AUTHOR_EMAIL: cleanName(author.email),
    GIT_AUTHOR_DATE: `@${author.date}`,
    GIT_COMMITTER_NAME: cleanName(committer.name),
    GIT_COMMITTER_EMAIL: cleanName(committer.email),
    GIT_COMMITTER_DATE: `@${committer.date}`,
  };
  const made = commitSha(
    need(await own.compute("commit-tree", args, { input: message, objects: repository.objects, identity })).trim(),
  );
  git.remember({ commit: made, tree });
  return made;
}

/** Git strips these marks from the ends of a name, and refuses one that is then empty. */
const cleanName = (text: string): string =>
  /[^\s.,:;<>"\\']/.test(text) ? text.replaceAll(/[\0\n]/g, " ") : "unknown";

export type ReadCommit = {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly author: Signed;
  readonly message: string;
};

/** The commits that `head` adds to `onto`, oldest first. */
export async function listCommitsBetween(
  { own }: GitContext,
  onto: CommitSha,
  head: CommitSha,
): Promise<readonly ReadCommit[]> {
  const format = "--format=%H%x00%T%x00%P%x00%an%x00%ae%x00%ad%x00%B%x00";
  const range = ["--end-of-options", head, `^${onto}`, "--"];
  const args = ["--reverse", "--topo-order", "--date=raw", "-z", format, ...range];
  const fields = need(await own.compute("log", args)).split("\0");
  const commits: ReadCommit[] = [];
  // Seven fields a commit; `-z` puts an eighth, empty one between two commits.
  for (let at = 0; at + 6 < fields.length; at += 8) {
    const [commit = "", tree = "", parents = "", name = "", email = "", date = "", message = ""] = fields.slice(
      at,
      at + 7,
    );
    const author = { name, email, date };
    const ids = parents.split(" ").filter((parent) => parent !== "");
    commits.push({ commit: commitSha(commit), tree: treeSha(tree), parents: ids.map(commitSha), author, message });
  }
  return commits;
}

/** An agent's work is in its session's name, whatever identity its tool used. */
export function chooseAuthor({ session }: Proposal, commits: readonly ReadCommit[], now: Signed): Signed {
  const last = commits.at(-1)?.author;
  if (session === null) return last ?? now;
  return { ...getAgentPerson(session), date: last?.date ?? now.date };
}

function getAgentPerson(session: string): GitIdentity {
  return { name: `Agent ${session}`, email: `agent-${session}@orchestrator.local` };
}

const BODY_MAX = 8 * 1_024;
const CO_AUTHORS_MAX = 10;

export function squashMessage(row: Proposal, commits: readonly ReadCommit[], author: GitIdentity): string {
  const others = new Map(commits.map(({ author: { name, email } }) => [email, `Co-authored-by: ${name} <${email}>`]));
  others.delete(author.email);
  const trailers = [
    `Change: #${row.number}`,
    ...(row.session === null ? [] : [`Session: ${row.session}`]),
    ...row.trailers,
    ...[...others.values()].slice(0, CO_AUTHORS_MAX),
  ];
  return [formatSubject(row), row.body.slice(0, BODY_MAX).trim(), trailers.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

export function mergeMessage(changes: readonly Proposal[]): string {
  const lines = changes.map((row) => `Land #${row.number}: ${formatSubject(row)}`);
  const [only = ""] = lines;
  if (lines.length === 1) return `${only}\n`;
  return `Land ${changes.map(({ number }) => `#${number}`).join(", ")}\n\n${lines.join("\n")}\n`;
}

const formatSubject = ({ title, number }: Proposal): string => (title === "" ? `Change #${number}` : title);
