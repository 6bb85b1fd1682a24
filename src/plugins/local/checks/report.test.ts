import { expect, test } from "vitest";
import { fingerprintLines, fingerprintTests, normalizeLine } from "../../shared/failure/fingerprint.ts";
import { parseJunit } from "../../shared/failure/parse-junit.ts";
import { looksLikeTap, createTapReader } from "../../shared/failure/parse-tap.ts";
import { toPlainLines } from "../../shared/failure/plain-lines.ts";

function tap(text: string) {
  const reader = createTapReader();
  for (const line of text.split("\n")) reader.line(line);
  return reader.report();
}

test("JUnit: failures and errors with what they say; what was skipped counts as neither", () => {
  const xml = `<?xml version="1.0"?><!-- <testcase name="no"> -->
<testsuites><testsuite name="s" tests="5">
  <testcase classname="cart" name="adds"/>
  <testcase classname="cart" name="sums &lt;all&gt;"><failure message="expected 3 &amp; got 4"><![CDATA[at cart.js:3 <here>]]></failure></testcase>
  <testcase name="crashes"><error type="TypeError">TypeError: x is undefined
    at y</error></testcase>
  <testcase name="later"><skipped/></testcase>
  <testcase classname="cart" name="cart empties"><failure message="said once">said once, and more</failure><system-out>noise</system-out></testcase>
</testsuite></testsuites>`;
  expect(parseJunit(xml)).toEqual({
    ...{ passed: 1, failed: 3 },
    failures: [
      { name: "cart › sums <all>", message: "expected 3 & got 4\nat cart.js:3 <here>" },
      { name: "crashes", message: "TypeError: x is undefined\n    at y" },
      { name: "cart empties", message: "said once, and more" },
    ],
  });
});

test.for(["", "<html><body>no</body></html>", "plain text", "<testsuitess"])("%j is no report", (text) => {
  expect(parseJunit(text)).toBeNull();
});

test.for(["<testsuite><testcase name='a'><failure", "<testsuite>".repeat(1_000), '<testsuite a="<"\'>'])(
  "broken XML breaks nothing: %j",
  (text) => {
    expect(parseJunit(text)?.failures ?? []).toEqual([]);
  },
);

test("TAP: nested tests by their way down, diagnostics without places and times", () => {
  const text = `TAP version 13
# Subtest: cart
    # Subtest: adds
    ok 1 - adds
      ---
      duration_ms: 0.5
      ...
    # Subtest: sums
    not ok 2 - sums
      ---
      duration_ms: 1.2
      location: '/tmp/x/cart.test.js:5:3'
      error: 'Expected 3, got 4'
      code: 'ERR_ASSERTION'
      stack: |-
        at Test.run (node:internal/test:1:2)
      ...
    1..2
not ok 1 - cart
  ---
  error: '1 subtest failed'
  ...
not ok 2 - flaky # todo later
ok 3 - windows # SKIP not here
not ok 4 - alone
# it said this
1..4
# tests 6`;
  expect(looksLikeTap(text)).toBe(true);
  expect(tap(text)).toEqual({
    ...{ passed: 1, failed: 2 },
    failures: [
      {
        ...{ name: "cart › sums", file: "/tmp/x/cart.test.js" },
        message: "error: 'Expected 3, got 4'\ncode: 'ERR_ASSERTION'",
      },
      { name: "alone", message: "it said this\ntests 6" },
    ],
  });
});

test.for(["1..2 is a range", "ok then", "ok 1 fine, said the man"])("%j is no TAP", (text) => {
  expect(looksLikeTap(text)).toBe(false);
});

test("what only a terminal understands is gone: colours, titles, progress drawn over itself, repetition", () => {
  const text = "\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007 10%\r 50%\r100%\nsame\nsame\nsame\n\n\n\nend\u0008\n";
  expect(toPlainLines(text)).toEqual(["red", "100%", "same", "[… 2 more like it]", "", "end", ""]);
});

test.for([
  ["failed in 12 ms", "failed in 3.5 s"],
  ["at /tmp/a/b/cart.js:12:3", "at /home/x/y/cart.js:99:1"],
  ["Error at 0x7ffe12 in 4f2a9c1d", "Error at 0x1 in 0b7e6a55"],
  ["id 123e4567-e89b-12d3-a456-426614174000", "id 00000000-e89b-12d3-a456-426614174999"],
  ["port 54321 taken, expected 3", "port 1 taken, expected 4"],
  ["  much   space ", "much space"],
])("%j and %j are the same failure", ([one = "", other = ""]) => {
  expect(normalizeLine(one)).toBe(normalizeLine(other));
});

test("fingerprints: the order does not matter, the test and the exit code do", () => {
  const [a, b] = [
    { name: "a", message: "x 1" },
    { name: "b", message: "y" },
  ];
  expect(fingerprintTests([a, b])).toBe(fingerprintTests([b, { ...a, message: "x 2\nmore" }]));
  expect(fingerprintTests([a])).not.toBe(fingerprintTests([b]));
  const lines = ["noise 1", "Error: no such shop", "Tests 3 failed"];
  expect(fingerprintLines("exit 1", lines)).toBe(fingerprintLines("exit 1", [...lines].reverse().slice(0, 2)));
  expect(fingerprintLines("exit 1", lines)).not.toBe(fingerprintLines("exit 2", lines));
  expect(fingerprintLines("exit 1", ["just words"])).not.toBe(fingerprintLines("exit 1", ["other words"]));
});
