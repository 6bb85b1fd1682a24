/** Every condition of landing as a fact, the ones that fail first. */
import { listApprovals, listChecks, judgeChecks, type Change } from "../../../domain/change/change.ts";
import { hasPassed, type CheckResult } from "../../../domain/checks/check.ts";
import { listGateReasons, type GateReason } from "../../../domain/landing/gate.ts";
import type { Now } from "../../../domain/model/now.ts";
import type { Project } from "../../../domain/core/project.ts";
import { listRequiredChecks, type Rules } from "../../../domain/model/rules.ts";
import { shortenCommit } from "../../../domain/words/sentence.ts";
import type { Fact } from "../../../protocol/daemon/error.ts";
import { suggestMissingCheck } from "../queue/base-view.ts";

export function listLandingFacts(project: Project, change: Change, rules: Rules, now: Now): readonly Fact[] {
  const failed = listGateReasons(change, project, rules, now).map((reason) => toFact(reason, change, rules));
  const passed = listConditions(change, rules).filter(({ name }) => !failed.some((fact) => fact.name === name));
  const all = hasPassed(listChecks(change)) ? "all is green" : "nothing blocks it";
  const by = rules.autonomy === "land" ? `it lands by itself when ${all}` : `a person lands it even when ${all}`;
  return [...failed, ...passed, { ok: null, name: "autonomy", text: `${rules.autonomy}: ${by}` }];
}

/** What does not pass by itself: only then is a person refused; for the rest the change waits in the queue. */
export function listRefusalFacts(project: Project, change: Change, rules: Rules, now: Now): readonly Fact[] {
  const isPending = judgeChecks(change, listRequiredChecks(rules)).kind === "pending";
  const passes = ({ code }: GateReason): boolean =>
    // Whoever asks for it stands for it.
    code === "unvouched" ||
    code === "frozen" ||
    code === "base_red" ||
    code === "merge_unknown" ||
    (code === "checks" && isPending);
  return listGateReasons(change, project, rules, now)
    .filter((reason) => !passes(reason))
    .map((reason) => toFact(reason, change, rules));
}

function toFact({ code, sentence }: GateReason, change: Change, rules: Rules): Fact {
  const name = names[code] ?? code;
  if (code === "approvals") return { ok: false, name, text: describeApprovals(change, rules) };
  const failed = listChecks(change).filter(({ verdict }) => verdict === "failed");
  if (code !== "checks" || failed.length === 0) return { ok: false, name, text: sentence };
  const list = failed.map((check) => `\`${check.name}\``).join(", ");
  return { ok: false, name, text: `${list} failed on ${shortenCommit(change.head.commit)}` };
}

const names: Partial<Record<GateReason["code"], string>> = {
  unvouched: "author",
  changes_requested: "reviews",
  threads_open: "threads",
  protected_path: "paths",
  owners: "paths",
  too_large: "size",
  hold_label: "labels",
  frozen: "freeze",
  merge_unknown: "merge",
  conflict: "merge",
  base_red: "base",
};

function describeApprovals(change: Change, { policy }: Rules): string {
  return `${listApprovals(change).length} of ${policy.approvals} on ${shortenCommit(change.head.commit)}`;
}

function listConditions(change: Change, rules: Rules): readonly Fact[] {
  const addCheck = suggestMissingCheck(change, rules);
  return [
    addCheck === null
      ? describeChecks(change)
      : { ok: null, name: "checks", text: `no checks configured; add one: ${addCheck}` },
    { ok: true, name: "approvals", text: describeApprovals(change, rules) },
    { ok: true, name: "merge", text: `merges into ${change.base}` },
    { ok: true, name: "paths", text: "no protected path waits for a person" },
  ];
}

/** What fails on the base, too, holds nothing back by itself; it has not passed either. */
function describeChecks(change: Change): Fact {
  const checks = listChecks(change);
  const named = (verdict: CheckResult["verdict"]) => checks.filter((one) => one.verdict === verdict);
  const [passed, failed] = [named("passed"), named("failed").map(({ name }) => `\`${name}\``)];
  const left = checks.filter(({ notNeeded }) => notNeeded !== undefined).map(({ name }) => `; \`${name}\` not needed`);
  const needed = checks.length - left.length;
  const counted = needed === 0 ? "none needed" : `${passed.length} of ${needed}`;
  const text = `${counted} on ${shortenCommit(change.head.commit)}${left.join("")}`;
  if (failed.length === 0) return { ok: passed.length > 0 ? true : null, name: "checks", text };
  const both = `${failed.join(", ")} ${failed.length === 1 ? "fails" : "fail"} on ${change.base}, too`;
  return { ok: null, name: "checks", text: `${text}; ${both}` };
}
