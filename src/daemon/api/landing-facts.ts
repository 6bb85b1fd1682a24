/** Every condition of landing as a fact, the ones that fail first. */
import { approvals, checksOf, checksOutcome, type Change } from "../../domain/change/change.ts";
import { hasPassed, type CheckResult } from "../../domain/checks/check.ts";
import { gate, type GateReason } from "../../domain/landing/gate.ts";
import type { Now } from "../../domain/model/now.ts";
import type { Project } from "../../domain/core/project.ts";
import { requiredChecks, type Rules } from "../../domain/model/rules.ts";
import { short } from "../../domain/words/sentence.ts";
import type { Fact } from "../../protocol/error.ts";
import { missingCheck } from "./base-view.ts";

export function landingFacts(project: Project, change: Change, rules: Rules, now: Now): readonly Fact[] {
  const failed = gate(change, project, rules, now).map((reason) => factOf(reason, change, rules));
  const passed = conditions(change, rules).filter(({ name }) => !failed.some((fact) => fact.name === name));
  const all = hasPassed(checksOf(change)) ? "all is green" : "nothing is in the way";
  const by = rules.autonomy === "land" ? `it lands by itself when ${all}` : `a person lands it even when ${all}`;
  return [...failed, ...passed, { ok: null, name: "autonomy", text: `${rules.autonomy}: ${by}` }];
}

/** What does not pass by itself: only then is a person refused; for the rest the change waits in the queue. */
export function refusalFacts(project: Project, change: Change, rules: Rules, now: Now): readonly Fact[] {
  const isPending = checksOutcome(change, requiredChecks(rules)).kind === "pending";
  const passes = ({ code }: GateReason): boolean =>
    // Whoever asks for it stands for it.
    code === "unvouched" ||
    code === "frozen" ||
    code === "base_red" ||
    code === "merge_unknown" ||
    (code === "checks" && isPending);
  return gate(change, project, rules, now)
    .filter((reason) => !passes(reason))
    .map((reason) => factOf(reason, change, rules));
}

function factOf({ code, sentence }: GateReason, change: Change, rules: Rules): Fact {
  const name = names[code] ?? code;
  if (code === "approvals") return { ok: false, name, text: approvalsText(change, rules) };
  const failed = checksOf(change).filter(({ verdict }) => verdict === "failed");
  if (code !== "checks" || failed.length === 0) return { ok: false, name, text: sentence };
  const list = failed.map((check) => `\`${check.name}\``).join(", ");
  return { ok: false, name, text: `${list} failed on ${short(change.head.commit)}` };
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

function approvalsText(change: Change, { policy }: Rules): string {
  return `${approvals(change).length} of ${policy.approvals} on ${short(change.head.commit)}`;
}

function conditions(change: Change, rules: Rules): readonly Fact[] {
  const addCheck = missingCheck(change, rules);
  return [
    addCheck === null
      ? checksFact(change)
      : { ok: null, name: "checks", text: `no checks configured; add one: ${addCheck}` },
    { ok: true, name: "approvals", text: approvalsText(change, rules) },
    { ok: true, name: "merge", text: `merges into ${change.base}` },
    { ok: true, name: "paths", text: "no protected path waits for a person" },
  ];
}

/** What fails on the base, too, holds nothing back by itself; it has not passed either. */
function checksFact(change: Change): Fact {
  const checks = checksOf(change);
  const named = (verdict: CheckResult["verdict"]) => checks.filter((one) => one.verdict === verdict);
  const [passed, failed] = [named("passed"), named("failed").map(({ name }) => `\`${name}\``)];
  const left = checks.filter(({ notNeeded }) => notNeeded !== undefined).map(({ name }) => `; \`${name}\` not needed`);
  const needed = checks.length - left.length;
  const counted = needed === 0 ? "none needed" : `${passed.length} of ${needed}`;
  const text = `${counted} on ${short(change.head.commit)}${left.join("")}`;
  if (failed.length === 0) return { ok: passed.length > 0 ? true : null, name: "checks", text };
  const both = `${failed.join(", ")} ${failed.length === 1 ? "fails" : "fail"} on ${change.base}, too`;
  return { ok: null, name: "checks", text: `${text}; ${both}` };
}
