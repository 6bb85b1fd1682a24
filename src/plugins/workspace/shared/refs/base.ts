/** Where the branch is that the work will land on: looked at before each turn, fetched where it lives elsewhere. */
import { commitSha, type CommitSha } from "../../../../domain/model/ids.ts";
import type { SessionPaths } from "../session-paths.ts";
import type { RepositorySite } from "../site.ts";
import { needGit, WorkspaceTrouble, toTrouble } from "../trouble.ts";

const FETCH_EVERY_MS = 60_000;
const FETCH_TIMEOUT_MS = 30_000;

export async function refreshBase(
  site: RepositorySite,
  paths: SessionPaths,
  seen: CommitSha | null,
): Promise<{ readonly branch: string; readonly commit: CommitSha }> {
  // Before a turn begins a person hears of settings that nobody accepted, not in the middle of it.
  needGit(await site.repository.guard.check());
  const commit = await readFreshTip(site, seen);
  const { repository } = site;
  const pinned = [needGit(await repository.readRef(paths.baseRef)), needGit(await repository.readRef(paths.ontoRef))];
  if (!pinned.includes(commit)) needGit(await repository.updateRefs([{ ref: paths.ontoRef, to: commit }]));
  return { branch: site.options.defaultBranch, commit: commitSha(commit) };
}

/**
 * Its newest commit. Asked for at most once a minute, or when the forge has shown one that is not here; if that fails,
 * what was fetched before is good enough.
 */
export async function readFreshTip(site: RepositorySite, seen: CommitSha | null = null): Promise<string> {
  const upstream = site.options.landsOn === "upstream" ? await findUpstream(site) : null;
  if (upstream !== null) await fetchNow(site, upstream, seen);
  const { repository, options } = site;
  const branch = options.defaultBranch;
  const places = [
    ...(upstream === null ? [] : [upstream.tracked]),
    `refs/heads/${branch}`,
    `refs/remotes/origin/${branch}`,
  ];
  for (const ref of places) {
    const tip = needGit(await repository.readRef(ref));
    if (tip !== null) return tip;
  }
  throw new WorkspaceTrouble(
    "refused",
    `The branch ${branch} has no commit yet. Make one with \`git commit --allow-empty -m "Start"\`, or name another defaultBranch.`,
  );
}

type Upstream = { readonly remote: string; readonly branch: string; readonly tracked: string };

/** When each repository was last asked, whatever it answered: an unreachable host must not slow down every turn. */
const askedAtMs = new Map<string, number>();

async function fetchNow({ repository }: RepositorySite, upstream: Upstream, seen: CommitSha | null): Promise<void> {
  const { commonDir } = repository;
  const { remote, branch, tracked } = upstream;
  const isRecent = performance.now() - (askedAtMs.get(commonDir) ?? -Infinity) < FETCH_EVERY_MS;
  if (isRecent && (seen === null || needGit(await repository.findCommit(seen)) !== null)) return;
  askedAtMs.set(commonDir, performance.now());
  const refspecs = [`+refs/heads/${branch}:${tracked}`];
  const fetched = await repository.fetch({ remote, refspecs, timeoutMs: FETCH_TIMEOUT_MS });
  if (!fetched.ok && fetched.error.kind === "not_accepted") throw toTrouble(fetched.error);
}

/** What the default branch is set to follow, else the branch of that name at `origin`. */
async function findUpstream({ repository, options }: RepositorySite): Promise<Upstream | null> {
  const name = options.defaultBranch;
  const settings = needGit(await repository.settings());
  const value = (key: string): string | undefined => settings.findLast((setting) => setting.key === key)?.value;
  const remote = value(`branch.${name}.remote`) ?? "origin";
  const merge = value(`branch.${name}.merge`) ?? `refs/heads/${name}`;
  if (remote === "." || value(`remote.${remote}.url`) === undefined) return null;
  const branch = merge.replace(/^refs\/heads\//, "");
  return { remote, branch, tracked: `refs/remotes/${remote}/${branch}` };
}
