import { expect, test } from "vitest";
import {
  aChange,
  approval,
  aProject,
  asked,
  check,
  queued,
  redBase,
  reported,
  stranger,
  thread,
} from "../../../test/fixtures/domain.ts";
import { aRules, at, type SpecialRules } from "../../../test/fixtures/rules.ts";
import type { Change } from "../change/change.ts";
import { changeId, commitSha } from "../model/ids.ts";
import { unknown } from "../model/known.ts";
import { listGateReasons, compareLandingOrder } from "./gate.ts";
import { canLandByItself } from "../model/rules.ts";

const green = { round: reported("passed") } as const;

type Row = readonly [what: string, change: Partial<Change>, rules: SpecialRules, reasons: readonly string[]];

const rows: readonly Row[] = [
  ["green, merging, allowed", green, {}, []],
  ["checks that were never asked for", {}, {}, ["checks: its checks are not finished"]],
  ["running checks", { round: asked() }, {}, ["checks: its checks are not finished"]],
  ["red checks", { round: reported("failed") }, {}, ["checks: its checks are not green"]],
  ["green checks of an older tree", { round: reported("passed", "h0") }, {}, ["checks: its checks are not finished"]],
  [
    "a red check of the forge beside our green",
    { ...green, checks: [check("failed", "h1", { name: "e2e" })] },
    {},
    ["checks: its checks are not green"],
  ],
  [
    "a forge that runs checks and said nothing yet",
    { checks: [] },
    { checks: [] },
    ["checks: its checks are not finished"],
  ],
  ["green checks of the forge", { checks: [check("passed")] }, {}, []],
  [
    "unknown mergeability",
    { ...green, mergeable: unknown("asked") },
    {},
    ["merge_unknown: it is not known whether it merges"],
  ],
  ["a conflict", { ...green, mergeable: { known: true, value: false } }, {}, ["conflict: it does not merge into main"]],
  ["an open thread", { ...green, threads: [thread("t1")] }, {}, ["threads_open: a review thread is open"]],
  [
    "two open threads",
    { ...green, threads: [thread("t1"), thread("t2")] },
    {},
    ["threads_open: 2 review threads are open"],
  ],
  ["a closed thread", { ...green, threads: [thread("t1", { open: false })] }, {}, []],
  ["a thread by a stranger", { ...green, threads: [thread("t1", { author: stranger })] }, {}, []],
  ["a closed change", { ...green, state: { kind: "closed" } }, {}, ["closed: it is not open"]],
  [
    "a missing approval",
    green,
    { policy: { approvals: 1 } },
    ["approvals: it has 0 of 1 approvals on its current head"],
  ],
  [
    "all that is wrong at once",
    { round: reported("failed"), mergeable: unknown("asked") },
    { policy: { approvals: 1 } },
    [
      "checks: its checks are not green",
      "merge_unknown: it is not known whether it merges",
      "approvals: it has 0 of 1 approvals on its current head",
    ],
  ],
  ["an approval", { ...green, reviews: [approval()] }, { policy: { approvals: 1 } }, []],
];

const closedBy = (...facts: Parameters<typeof listGateReasons>) =>
  listGateReasons(...facts).map(({ code, sentence }) => `${code}: ${sentence}`);

test.for(rows)("the gate before %s", ([, change, rules, reasons]) => {
  expect(closedBy(aChange(change), aProject(), aRules(rules), at(0))).toEqual(reasons);
});

test("on a red base each change is tried once: it may be the one that mends it", () => {
  const red = redBase(check("failed"));
  const triedOn = (base: string) => aChange({ ...green, queue: queued({ notMending: commitSha(base) }) });
  expect(closedBy(aChange(green), red, aRules(), at(0))).toEqual([]);
  expect(closedBy(triedOn("base-0"), red, aRules(), at(0))).toEqual([]);
  expect(closedBy(triedOn("base-1"), aProject(), aRules(), at(0))).toEqual([]);
  expect(closedBy(triedOn("base-1"), red, aRules(), at(0))).toEqual([
    "base_red: main is failing and this change does not fix it",
  ]);
});

test("first asked, first landed; the id decides between equals", () => {
  const at = (id: string, requestedAtMs: number) => aChange({ id: changeId(id), queue: queued({ requestedAtMs }) });
  const sorted = [at("c", 5), at("b", 5), at("a", 9), at("d", 1)].sort(compareLandingOrder).map(({ id }) => id);
  expect(sorted).toEqual(["d", "b", "c", "a"]);
});

test.for<[what: string, rules: SpecialRules, lands: boolean]>([
  [
    "an automatic merge under `land`",
    { autonomy: "land", reactions: { "approved-and-green": { auto: true, action: { kind: "merge" } } } },
    true,
  ],
  [
    "an automatic merge under `fix`",
    { autonomy: "fix", reactions: { "approved-and-green": { auto: true, action: { kind: "merge" } } } },
    false,
  ],
  [
    "a merge that is not automatic",
    { autonomy: "land", reactions: { "approved-and-green": { auto: false, action: { kind: "merge" } } } },
    false,
  ],
  [
    "an automatic notice",
    { autonomy: "land", reactions: { "approved-and-green": { auto: true, action: { kind: "notify" } } } },
    false,
  ],
])("%s lands by itself: %s", ([, rules, lands]) => {
  expect(canLandByItself(aRules(rules))).toBe(lands);
});
