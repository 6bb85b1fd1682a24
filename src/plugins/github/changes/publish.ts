/**
 * Puts a head on GitHub and sees to its pull request. The branch is moved by git itself, and only from where it was just
 * seen: whatever somebody else puts there meanwhile stays.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { ChangeSnapshot } from "../../../domain/change.ts";
import { commitSha, type CommitSha } from "../../../domain/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishAnswer, PublishRequest } from "../../../slots/scm.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { GitTrouble } from "../../shared/git/trouble.ts";
import { needRemote } from "../trouble.ts";
import { descriptionOf } from "./description.ts";
import { keepBranch } from "./kept-change.ts";
import { bring, pushBranch, remoteTip } from "./objects.ts";
import { parsePull, parsePulls } from "./parse-change.ts";
import type { ChangeParts } from "./parts.ts";
import { readDetails } from "./read-changes.ts";

export async function publish(
  parts: ChangeParts,
  ground: Ground,
  request: PublishRequest,
): Promise<SlotResult<PublishAnswer>> {
  const { branch, head, session, trailers = [] } = request;
  if ((await ground.treeOf(head)) === null)
    return failed("refused", `Nothing was published: there is no commit ${head}.`);
  const moved = await moveBranch(parts, ground, request);
  if (!moved.ok) return moved;
  if (moved.value !== null) return ok({ kind: "refused", theirs: moved.value });
  keepBranch(parts.kept, branch, { session, head, trailers });
  const number = await openPull(parts, request);
  if (!number.ok) return number;
  const change = await shown(parts, ground, number.value, head);
  return change === null
    ? failed("unavailable", `GitHub does not show ${head} on ${branch} yet; it is looked at again.`)
    : ok({ kind: "published", change });
}

/** Answers whose commit is in the way, or null. */
async function moveBranch(
  { client }: ChangeParts,
  ground: Ground,
  { branch, head, replaces }: PublishRequest,
): Promise<SlotResult<CommitSha | null>> {
  const there = await remoteTip(ground, client, branch);
  if (there === head) return ok(null);
  if (there !== null && !(await mayReplace(client, ground, { there, head, replaces }))) return ok(commitSha(there));
  const pushed = await pushBranch(ground, client, { branch, commit: head, from: there });
  if (pushed.ok) return ok(null);
  const now = await remoteTip(ground, client, branch);
  if (now === head) return ok(null);
  if (now !== there && now !== null) return ok(commitSha(now));
  const why = whyRefused(pushed.error.stderr);
  if (why === null) throw new GitTrouble(pushed.error);
  return failed("refused", `${branch} was not pushed: ${why}`);
}

type Replacing = Pick<PublishRequest, "head" | "replaces"> & { readonly there: string };

async function mayReplace(client: ChangeParts["client"], ground: Ground, { there, head, replaces }: Replacing) {
  if (replaces.kind === "exactly") return replaces.commit === there;
  const theirs = commitSha(there);
  await bring(ground, client, [{ commit: theirs, pin: `refs/ao/remote/theirs/${there}` }]);
  return (await ground.treeOf(theirs)) !== null && ground.isAncestor(theirs, head);
}

/** GitHub's own words where it will never take this push: a protected branch, a hook, a file that is too large. */
function whyRefused(stderr: string): string | null {
  if (!/\[remote rejected\]|pre-receive hook declined|protected branch|GH\d{3}|exceeds GitHub's file size/.test(stderr))
    return null;
  const said = stderr
    .split("\n")
    .filter((line) => /^remote: (?!$)|remote rejected/.test(line))
    .map((line) => line.replace(/^remote: (error: )?/, "").trim());
  return said
    .filter((line) => line !== "")
    .join(" ")
    .slice(0, 600);
}

/** The open one of that branch, whoever opened it; else one that is over and has this very head; else a new one. */
async function openPull(parts: ChangeParts, request: PublishRequest): Promise<SlotResult<number>> {
  const { client } = parts;
  const { branch, base, head, title } = request;
  const known = await pullOn(parts, branch, head);
  if (known !== null) return ok(known);
  const body = { title, base, head: branch, body: descriptionOf(request, parts.references) };
  const made = await client.ask({ method: "POST", path: "pulls", body });
  if (made.ok) return ok(parsePull(made.value.body).number);
  // Somebody was quicker, or the answer got lost.
  const there = made.error.code === "refused" ? await pullOn(parts, branch, head) : null;
  if (there !== null) return ok(there);
  if (made.error.code === "refused")
    return failed("refused", `The pull request of ${branch} was not opened: ${made.error.said || made.error.message}`);
  needRemote(made);
  return failed("unavailable", made.error.message);
}

async function pullOn({ client }: ChangeParts, branch: string, head: CommitSha): Promise<number | null> {
  const query = {
    head: `${client.place.owner}:${branch}`,
    state: "all",
    sort: "created",
    direction: "desc",
    per_page: 20,
  };
  const pulls = parsePulls(needRemote(await client.ask({ path: "pulls", query })).body).filter(
    (pull) => pull.head.ref === branch,
  );
  const open = pulls.find(({ state }) => state === "open");
  return (open ?? pulls.find((pull) => pull.head.sha === head))?.number ?? null;
}

/** GitHub needs a moment to see what was pushed. */
const LOOKS_MS: readonly number[] = [0, 200, 500, 1_000, 2_000];

async function shown(
  parts: ChangeParts,
  ground: Ground,
  number: number,
  head: CommitSha,
): Promise<ChangeSnapshot | null> {
  for (const waitMs of LOOKS_MS) {
    if (waitMs > 0) await pause(waitMs);
    const [change] = (await readDetails(parts, ground, [number])).changes;
    if (change?.head.commit === head) return change;
  }
  return null;
}
