/** A check that failed where a submodule is empty, or a file of git-lfs a pointer: says so, and blames who is to blame. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import { describeEmptySubmodules } from "../../../lib/git/submodules/describe-empty.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { describePointers } from "./check-lfs.ts";
import { isEmptyOnBase } from "./check-submodules.ts";
import type { Judgement } from "./run/judge.ts";
import type { LaidOut } from "./run/lay-out.ts";

export async function blameMissing<Judged extends Judgement>(
  git: GitContext,
  judged: Judged,
  { laidOut, base }: { readonly laidOut: LaidOut; readonly base: CommitSha | null },
): Promise<Judged> {
  const { empty, pointers } = laidOut;
  const said = [describeEmptySubmodules(empty), describePointers(pointers)].filter((text) => text !== null);
  if (judged.verdict !== "failed" || said.length === 0) return judged;
  const [how = "", ...rest] = judged.evidence.split("\n\n");
  const evidence = [how, ...said, ...rest].join("\n\n");
  if (!(await isEmptyOnBase(git, empty, base))) return { ...judged, evidence };
  return { ...judged, verdict: "infrastructure", fingerprint: "", evidence };
}
