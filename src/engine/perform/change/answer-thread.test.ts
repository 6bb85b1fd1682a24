/** On a real local forge and real commits. */
import { expect, test } from "vitest";
import { maria } from "../../../../test/fixtures/domain.ts";
import { aForge } from "../../../plugins/local/testing/a-forge.ts";
import { aChange, createKey, publishChange, takeValue } from "../../../plugins/local/testing/deeds.ts";
import { composeAnswer } from "./answer-thread.ts";

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const text = (all: readonly string[]): string => `${all.join("\n")}\n`;

test("a thread is said to be changed only where the commits touch its place", async () => {
  const at = await aForge();
  const reviewer = at.forge.scm.desk;
  const change = await aChange(at, { files: { "src/a.txt": text(lines), "docs/b.txt": "1\n" } });
  const comments = [
    { path: "src/a.txt", line: 3, text: "untouched" },
    { path: "src/a.txt", line: 20, text: "touched" },
    { path: "docs/b.txt", line: null, text: "another file" },
  ];
  const review = { change: change.id, verdict: "changes_requested", comments, by: maria, key: createKey() } as const;
  takeValue((await reviewer?.review(review)) ?? { ok: true, value: null });
  // A person's commit moves the lines down before the agent begins.
  const moved = [...lines.slice(0, 10), ...Array.from({ length: 12 }, () => "more"), ...lines.slice(10)];
  const from = await at.repository.commit({ parents: [change.head.commit], files: { "src/a.txt": text(moved) } });
  const fixed = moved.map((line) => (line === "line 21" ? "better" : line));
  const to = await at.repository.commit({ parents: [from], files: { "src/a.txt": text(fixed) } });
  const { threads } = await publishChange(at, { head: to });
  const answers = threads.map(async ({ id }) => {
    const effect = {
      kind: "answer_thread",
      change: change.id,
      thread: id,
      text: "Did it.",
      resolve: true,
      key: "k",
    } as const;
    return takeValue(await composeAnswer(reviewer, { ...effect, ifChanged: { from, to } }));
  });
  const words = { text: "Did it.", resolve: false };
  expect(await Promise.all(answers)).toEqual([words, { text: `Did it.\n\nChanged in ${to}.`, resolve: true }, words]);
});
