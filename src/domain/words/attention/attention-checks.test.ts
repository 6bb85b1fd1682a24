/** What is said of checks that have not spoken: how far they are, as far as somebody can tell. */
import { expect, test } from "vitest";
import { aProject, asked, head, reported, theChange, work } from "../../../../test/fixtures/domain.ts";
import { aRules, at, MINUTE } from "../../../../test/fixtures/rules.ts";
import { noContext, seenAs } from "../../../../test/fixtures/seen-as.ts";
import { Story } from "../../../../test/fixtures/story.ts";
import { describeAttention } from "./attention.ts";
import type { Change } from "../../change/change.ts";
import type { CheckProgress } from "../../checks/check-progress.ts";
import { formatOrdinal } from "../sentence.ts";

const progress = (...states: readonly CheckProgress["state"][]) =>
  new Map([[theChange, states.map((state, n) => ({ name: ["test", "lint"][n] ?? "", state }))]]);

test.for<[what: string, states: readonly CheckProgress["state"][], sentence: string]>([
  ["nobody can tell", [], "Checks run on h1: `test` not finished."],
  [
    "one waits in line behind others",
    [{ kind: "waits", place: 3, of: 5 }],
    "Checks on h1: `test` waits for other checks, 3rd of 5 in line.",
  ],
  [
    "one runs, and is known to take a minute",
    [{ kind: "begins" }, { kind: "runs", forMs: 40_000, expectedMs: 62_000 }],
    "Checks on h1: `lint` runs, 40s of about 1m; 1 more not finished.",
  ],
  [
    "one runs for the first time",
    [{ kind: "runs", forMs: 4_000, expectedMs: null }],
    "Checks on h1: `test` runs for 4s.",
  ],
  ["one that takes no time has begun", [{ kind: "runs", forMs: 90, expectedMs: 200 }], "Checks on h1: `test` runs."],
])("%s", ([, states, sentence]) => {
  const context = { checks: progress(...states) };
  expect(seenAs({ facts: { change: { round: asked() } }, context })).toEqual([
    "checking",
    "checking",
    sentence,
    "diff",
  ]);
});

test.for<[what: string, special: Parameters<typeof asked>[0], since: number | null]>([
  ["since they were asked for", { askedAtMs: 7 }, 7],
  ["since they were asked for again, when one could not run", { askedAtMs: 9, infrastructureRetries: 1 }, 9],
  ["since a time that an earlier version did not keep", {}, null],
])("checks are not finished %s", ([, special, since]) => {
  expect(describeAttention(work({ change: { round: asked(special) } }), aRules(), at(2), noContext)).toMatchObject({
    column: "checking",
    since,
  });
});

test("a new head begins the wait for its checks anew", () => {
  const story = new Story().opened();
  const { round } = story.change;
  story.later(3).forge({ head: head("h2") });
  const askedAt = (of: Change["round"]): number => (of.kind === "asked" ? (of.askedAtMs ?? NaN) : NaN);
  expect(askedAt(story.change.round) - askedAt(round)).toBe(3 * MINUTE);
});

test("a failure that may be the base's needs nobody while the base is checked", () => {
  const base = { ...aProject().base, health: { kind: "checking", round: 1, redBefore: null } as const };
  const facts = { change: { round: reported("failed") }, project: { ...aProject(), base } };
  expect(seenAs({ facts })).toEqual([
    ...["checking", "base-checking", "`test` failed. main is checked first: it may fail there, too.", "diff"],
  ]);
});

test("what keeps the base from being checked is told with the failure that waits for it", () => {
  const brokenBy = "`test` did not run: no space is left on the disk";
  const health = { kind: "checking", round: 3, redBefore: null, brokenBy } as const;
  const facts = {
    change: { round: reported("failed") },
    project: { ...aProject(), base: { ...aProject().base, health } },
  };
  const sentence = `\`test\` failed. On main ${brokenBy}. Its checks run again first, 2 of 5.`;
  expect(seenAs({ facts })).toEqual(["checking", "base-checking", sentence, "diff"]);
});

test("places in a line are counted as people count them", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map(formatOrdinal)).toEqual([
    ...["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th"],
  ]);
});

test("checks that ended with their session say how they run again, and ask nobody for it", () => {
  const change = { round: { kind: "none", calledOff: "session_ended" } } as const;
  expect(seenAs({ facts: { change } })).toEqual([
    ...["in_review", "checks-ended", "Checks on h1 ended with its session. Run them: ao check c1", "diff"],
  ]);
});

test("checks of a session that is over, whose settings have changed since, say so", () => {
  const change = { round: { kind: "none", calledOff: "settings_changed" } } as const;
  const why = "Checks on h1 have not run with the settings of now. Run them: ao check c1";
  expect(seenAs({ facts: { change } })).toEqual(["in_review", "checks-ended", why, "diff"]);
});
