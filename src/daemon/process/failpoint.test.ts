import { expect, test } from "vitest";
import { failpoints } from "../../engine/deps.ts";
import { createFailpoint } from "./failpoint.ts";

test("without AO_FAILPOINT every point is passed", () => {
  const pass = createFailpoint({});
  for (const name of failpoints) pass(name);
  expect(pass("commit:after")).toBeUndefined();
});

test("a point that was not asked for is passed however often", () => {
  const pass = createFailpoint({ AO_FAILPOINT: "commit:after:1" });
  for (let n = 0; n < 10; n += 1) pass("commit:before");
  expect(pass("effect:after")).toBeUndefined();
});

test("a point is passed as often as asked before it kills", () => {
  const pass = createFailpoint({ AO_FAILPOINT: "commit:after:3" });
  pass("commit:after");
  expect(pass("commit:after")).toBeUndefined();
});

test("a name that is no failpoint is refused with the ones that are", () => {
  expect(() => createFailpoint({ AO_FAILPOINT: "comit:after" })).toThrow(
    /^AO_FAILPOINT=comit:after names no failpoint; there are commit:before, commit:after, .*recover$/,
  );
});

test.for(["notanumber", "", "0", "-1", "1.5", "3:4"])(
  "a count that is none (%j) is refused with a sentence",
  (times) => {
    expect(() => createFailpoint({ AO_FAILPOINT: `commit:after:${times}` })).toThrow(
      `AO_FAILPOINT=commit:after:${times} does not say how often; write commit:after:3 for the third time`,
    );
  },
);
