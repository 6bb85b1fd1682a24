import { expect, test } from "vitest";
import { aChange, approval, maria, perhaps, queued, refusal, stranger } from "../../../test/fixtures/domain.ts";
import { at, noPolicy } from "../../../test/fixtures/rules.ts";
import { byItself, type Change } from "../change/change.ts";
import { commitSha } from "../model/ids.ts";
import { listPolicyReasons } from "./policy.ts";
import type { PolicyRules } from "../model/rules.ts";

const paul = { kind: "person", name: "paul", canWrite: { known: true, value: true } } as const;
const owned = (...owners: readonly string[]) => [{ path: `src/${owners.join()}`, owners }];
const oneApproval = { approvals: 1 };

const bot = (listed: boolean) => ({ kind: "bot", name: "renovate", listed }) as const;

type Row = readonly [what: string, change: Partial<Change>, rules: Partial<PolicyRules>, codes: readonly string[]];

const rows: readonly Row[] = [
  ["nothing asked, nothing refused", {}, {}, []],
  ["a stranger's change", { session: null, author: stranger }, {}, ["unvouched"]],
  ["somebody's whose access is not known", { session: null, author: perhaps }, {}, ["unvouched"]],
  ["a bot's that is not listed", { session: null, author: bot(false) }, {}, ["unvouched"]],
  ["a listed bot's", { session: null, author: bot(true) }, {}, []],
  ["a colleague's", { session: null, author: maria }, {}, []],
  ["our own without a session", { session: null, author: { kind: "self" } }, {}, []],
  ["a session's own, whoever opened it", { author: stranger }, {}, []],
  ["a stranger's that a colleague approved", { session: null, author: stranger, reviews: [approval()] }, {}, []],
  [
    "a stranger's that was approved before its last push",
    { session: null, author: stranger, reviews: [approval("h0")] },
    {},
    ["unvouched"],
  ],
  [
    "a stranger's that another stranger approved",
    { session: null, author: stranger, reviews: [approval("h1", perhaps)] },
    {},
    ["unvouched"],
  ],
  ["a stranger's that a person asked to land", { session: null, author: stranger, queue: queued() }, {}, []],
  [
    "a stranger's that a person asked to land at another head",
    { session: null, author: stranger, queue: queued({ head: commitSha("h0") }) },
    {},
    ["unvouched"],
  ],
  [
    "a stranger's that got into the queue by itself",
    { session: null, author: stranger, queue: queued({ by: byItself }) },
    {},
    ["unvouched"],
  ],
  ["a draft", { state: { kind: "draft" } }, {}, ["draft"]],
  ["an approval is missing", {}, oneApproval, ["approvals"]],
  ["an approval on the current head counts", { reviews: [approval()] }, oneApproval, []],
  ["an approval on an older head does not", { reviews: [approval("h0")] }, oneApproval, ["approvals"]],
  ["an approval by a stranger does not", { reviews: [approval("h1", stranger)] }, oneApproval, ["approvals"]],
  [
    "an approval by somebody whose access is not known does not",
    { reviews: [approval("h1", perhaps)] },
    oneApproval,
    ["approvals"],
  ],
  ["an approval by the agent does not", { reviews: [approval("h1", { kind: "self" })] }, oneApproval, ["approvals"]],
  ["two approvals by one person are one", { reviews: [approval(), approval()] }, { approvals: 2 }, ["approvals"]],
  ["two people are two", { reviews: [approval(), approval("h1", paul)] }, { approvals: 2 }, []],
  ["a request for changes stands on every head", { reviews: [refusal("h0")] }, {}, ["changes_requested"]],
  ["the reviewer's last word counts: approved", { reviews: [refusal("h0"), approval()] }, oneApproval, []],
  [
    "the reviewer's last word counts: refused",
    { reviews: [approval(), refusal()] },
    oneApproval,
    ["approvals", "changes_requested"],
  ],
  [
    "another's approval does not lift a request for changes",
    { reviews: [refusal(), approval("h1", paul)] },
    oneApproval,
    ["changes_requested"],
  ],
  ["a stranger's request for changes does not stand", { reviews: [refusal("h1", stranger)] }, {}, []],
  [
    "one by somebody whose access is not known just now does",
    { reviews: [refusal("h1", perhaps), approval("h1", paul)] },
    oneApproval,
    ["changes_requested"],
  ],
  [
    "a protected path needs a person even where no approval is asked",
    { paths: [".github/ci.yml"] },
    { protectedPaths: [".github/**"] },
    ["protected_path"],
  ],
  [
    "a protected path that a person approved",
    { paths: [".github/ci.yml"], reviews: [approval()] },
    { protectedPaths: [".github/**"] },
    [],
  ],
  ["our own configuration is always protected", { paths: ["agent-orchestrator.yaml"] }, {}, ["protected_path"]],
  ["our own configuration in a folder is protected", { paths: ["a/agent-orchestrator.yaml"] }, {}, ["protected_path"]],
  ["our own folder is protected", { paths: [".agent-orchestrator/prompts/x.md"] }, {}, ["protected_path"]],
  [
    "an owner is missing",
    { owners: owned("@maria"), reviews: [approval("h1", paul)] },
    { codeOwners: true },
    ["owners"],
  ],
  ["an owner approved", { owners: owned("@Paul", "@maria"), reviews: [approval()] }, { codeOwners: true }, []],
  [
    "an owner approved who is named by an address",
    { owners: owned("maria@shop.org"), reviews: [approval("h1", { ...paul, name: "M.", email: "Maria@shop.org" })] },
    { codeOwners: true },
    [],
  ],
  [
    "of each path an owner must approve",
    { owners: [...owned("@maria"), ...owned("@paul", "@group/team"), ...owned("@group/team")], reviews: [approval()] },
    { codeOwners: true },
    ["owners", "owners"],
  ],
  ["owners do not matter when not asked for", { owners: owned("@maria") }, {}, []],
  ["the list of owners needs a person", { paths: [".github/CODEOWNERS"] }, { codeOwners: true }, ["protected_path"]],
  ["the list of owners is a file like others when nobody asks for owners", { paths: ["CODEOWNERS"] }, {}, []],
  ["no owners, nobody missing", {}, { codeOwners: true }, []],
  ["too large", { diffLines: 801 }, { maxDiffLines: 800 }, ["too_large"]],
  ["just as large as allowed", { diffLines: 800 }, { maxDiffLines: 800 }, []],
  ["large, but a person approved", { diffLines: 801, reviews: [approval()] }, { maxDiffLines: 800 }, []],
  ["a hold label", { labels: ["wip"] }, { holdLabels: ["wip", "blocked"] }, ["hold_label"]],
  [
    "every reason is given, not only the first",
    { state: { kind: "draft" }, labels: ["wip"], diffLines: 9 },
    { approvals: 1, holdLabels: ["wip"], maxDiffLines: 1 },
    ["draft", "approvals", "too_large", "hold_label"],
  ],
];

test.for(rows)("%s", ([, change, rules, codes]) => {
  expect(listPolicyReasons(aChange(change), { ...noPolicy, ...rules }, at(0)).map(({ code }) => code)).toEqual(codes);
});

const friday = 4 * 1_440 + 16 * 60;
const monday = 8 * 60;

test.for<[what: string, minute: number, frozen: boolean]>([
  ["a minute before the window", friday - 1, false],
  ["its first minute", friday, true],
  ["over the end of the week", 0, true],
  ["its last minute", monday - 1, true],
  ["the minute after", monday, false],
])("a freeze from Friday to Monday, at %s: %s", ([, weekMinute, frozen]) => {
  const reasons = listPolicyReasons(
    aChange(),
    { ...noPolicy, freeze: [{ from: friday, to: monday }] },
    { ...at(0), weekMinute },
  );
  expect(reasons.map(({ code }) => code)).toEqual(frozen ? ["frozen"] : []);
});

test("a freeze within one day", () => {
  const frozen = (weekMinute: number) =>
    listPolicyReasons(aChange(), { ...noPolicy, freeze: [{ from: 10, to: 20 }] }, { ...at(0), weekMinute }).length;
  expect([9, 10, 19, 20].map(frozen)).toEqual([0, 1, 1, 0]);
});

test("the sentence counts what is there and what is asked", () => {
  const [reason] = listPolicyReasons(
    aChange({ reviews: [approval("h1", maria)] }),
    { ...noPolicy, approvals: 2 },
    at(0),
  );
  expect(reason?.sentence).toBe("it has 1 of 2 approvals on its current head");
});

test.for([
  [stranger, "eve, who opened it, may not write here"],
  [perhaps, "whether sam, who opened it, may write here is not known"],
  [bot(false), "renovate, a bot that is not listed, opened it"],
] as const)("a stranger's change says whose it is and what a person can do: %o", ([author, whose]) => {
  const [reason] = listPolicyReasons(aChange({ session: null, author }), noPolicy, at(0));
  expect(reason?.sentence).toBe(`${whose}: ${untilThen}`);
});

test("a change of which nobody knows who opened it is a stranger's", () => {
  const { author: _nobody, ...change } = aChange({ session: null });
  expect(listPolicyReasons(change, noPolicy, at(0))).toEqual([
    { code: "unvouched", sentence: `its author is unknown: ${untilThen}` },
  ]);
});

const untilThen = "nothing of it runs here until somebody who may write approves this head, or asks for it to land";
