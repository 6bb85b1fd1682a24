/** Every variable that a message may name is filled, in each reaction that knows it. */
import { expect, test } from "vitest";
import { aChange, check, thread } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { known } from "../model/known.ts";
import type { ReactionName } from "../model/rules.ts";

const about = "{{issue}}|{{title}}|{{branch}}|{{change}}|{{attempt}}/{{retries}}";
const told = (reaction: ReactionName, message: string, happen: (story: Story) => Story): string => {
  const story = happen(new Story({ checks: ["unit: fast"], reactions: { [reaction]: { message } } }).opened());
  return story.world.messages.at(-1)?.text ?? "";
};
const { title, branch, id } = aChange();
const named = (retries: number) => `41|${title}|${branch}|${id}|1/${retries}`;

test("a message about checks", () => {
  const failed = check("failed", "h1", { name: "unit: fast", evidence: "boom at a.ts:3" });
  const text = told("ci-failed", `${about}|{{failedTests}}|{{errors}}|{{logs}}|{{logFile}}`, (story) =>
    story.redTwice(failed),
  );
  const evidence = "unit: fast:\nboom at a.ts:3";
  expect(text).toContain(`${named(2)}|unit: fast|${evidence}|${evidence}|$AO_LOG_DIR/unit__fast.log`);
});

test("failing tests are named where a report names them", () => {
  const evidence = "2 tests failed:\n\n✗ adds\n  expected 3\n\n✗ sorts › by name\n  not so";
  const failed = check("failed", "h1", { name: "unit: fast", evidence });
  expect(told("ci-failed", "[{{failedTests}}]", (story) => story.redTwice(failed))).toContain(
    "[adds, sorts › by name]",
  );
});

test("a message about a conflict", () => {
  const text = told("merge-conflicts", `${about}|{{conflicts}}`, (story) =>
    story.forge({ mergeable: known(false), conflicts: ["a.ts"], theirs: "+theirs" }),
  );
  expect(text).toContain(`${named(1)}|a.ts\n\nWhat main changed there meanwhile:\n\n+theirs`);
});

test("a message about a review", () => {
  const text = told("changes-requested", `${about}|{{comments}}`, (story) => story.forge({ threads: [thread("r1")] }));
  expect(text).toContain(`${named(2)}|maria`);
  expect(text).not.toContain("{{");
});
