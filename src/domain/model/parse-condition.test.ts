import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate, type LabelCondition } from "./condition.ts";
import { parseCondition } from "./parse-condition.ts";

const is = (value: string): LabelCondition => ({ kind: "compare", name: "label", operator: "==", value });
const has = (value: string): LabelCondition => ({ kind: "has", value });

test.each<[string, LabelCondition]>([
  ["label == 'x'", is("x")],
  ['label=="needs tests"', is("needs tests")],
  ["label != 'x'", { kind: "compare", name: "label", operator: "!=", value: "x" }],
  ["labels has 'x'", has("x")],
  ["label == 'it\\'s'", is("it's")],
  ["label == 'a' && labels has 'b'", { kind: "all", of: [is("a"), has("b")] }],
  ["label == 'a' and labels has 'b' and labels has 'c'", { kind: "all", of: [is("a"), has("b"), has("c")] }],
  ["label == 'a' || labels has 'b'", { kind: "any", of: [is("a"), has("b")] }],
  [
    "label == 'a' or label == 'b' and labels has 'c'",
    { kind: "any", of: [is("a"), { kind: "all", of: [is("b"), has("c")] }] },
  ],
  [
    "(label == 'a' or label == 'b') and labels has 'c'",
    { kind: "all", of: [{ kind: "any", of: [is("a"), is("b")] }, has("c")] },
  ],
  ["not label == 'a'", { kind: "not", of: is("a") }],
  ["!labels has 'a'", { kind: "not", of: has("a") }],
  ["!!(label == 'a')", { kind: "not", of: { kind: "not", of: is("a") } }],
  ["  label == 'x'  ", is("x")],
])("%s is read", (text, condition) => {
  expect(parseCondition(text)).toEqual({ ok: true, condition });
});

test.each<[string, number, string]>([
  ["", 1, "expected `label`, `labels`, `not` or `(` at position 1, found the end"],
  ["label", 6, "expected `==` or `!=` after `label` at position 6, found the end"],
  ["label = 'x'", 7, "expected `==` at position 7, found `=`"],
  ["label == x", 10, "expected a text in quotes at position 10, found `x`"],
  ["label == label", 10, "expected a text in quotes at position 10, found `label`"],
  ["label == 'x", 10, "the text that begins at position 10 has no closing '"],
  ["labels == 'x'", 8, "expected `has` after `labels` at position 8, found `==`"],
  ["(label == 'x'", 14, "expected `and`, `or` or `)` at position 14, found the end"],
  ["label == 'x')", 13, "expected `and`, `or` or the end at position 13, found `)`"],
  ["label == 'x' label == 'y'", 14, "expected `and`, `or` or the end at position 14, found `label`"],
  ["label == 'x' &&", 16, "expected `label`, `labels`, `not` or `(` at position 16, found the end"],
  ["process.exit()", 8, "unexpected `.` at position 8"],
  ["label == 'x'; 1", 13, "unexpected `;` at position 13"],
  ["constructor == 'x'", 1, "expected `label`, `labels`, `not` or `(` at position 1, found `constructor`"],
])("%s is refused with the position and what was expected", (text, position, sentence) => {
  expect(parseCondition(text)).toEqual({ ok: false, position, sentence });
});

test("a condition longer than a line is refused", () => {
  expect(parseCondition("!".repeat(1_001))).toMatchObject({ ok: false });
});

test("a thousand parentheses are refused, not a crash", () => {
  expect(parseCondition("(".repeat(1_000))).toMatchObject({ ok: false, position: 1_001 });
});

test("what is read is what was meant", () => {
  const parsed = parseCondition("not (label == 'wip' or labels has 'blocked')");
  if (!parsed.ok) throw new Error(parsed.sentence);
  expect(evaluate(parsed.condition, { label: "ready", labels: ["ready"] })).toBe(true);
  expect(evaluate(parsed.condition, { label: "ready", labels: ["ready", "blocked"] })).toBe(false);
});

test("any text is either a condition or a failure inside the text", () => {
  const word = fc.constantFrom("label", "labels", "has", "==", "!=", "&&", "or", "!", "(", ")", "'x'", " ", "'", "=");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map((words) => words.join(" ")),
      ),
      (text) => {
        const parsed = parseCondition(text);
        return parsed.ok || (parsed.position >= 1 && parsed.position <= Math.min(text.length, 1_000) + 1);
      },
    ),
    { numRuns: 2_000 },
  );
});
