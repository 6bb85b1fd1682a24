import { expect, test } from "vitest";
import { interpolate } from "./interpolate.ts";

const env = { TOKEN: "s3cret", EMPTY: "", NESTED: "${TOKEN}" };

test.each([
  ["plain", "plain"],
  ["${TOKEN}", "s3cret"],
  ["a ${TOKEN} b ${TOKEN}", "a s3cret b s3cret"],
  ["${EMPTY}", ""],
  ["$${TOKEN}", "${TOKEN}"],
  ["$TOKEN {{errors}}", "$TOKEN {{errors}}"],
  ["${NESTED}", "${TOKEN}"],
])("%s becomes %s", (text, filled) => {
  expect(interpolate(text, env)).toMatchObject({ ok: true, text: filled });
});

test.each([
  ["${MISSING}", "the environment variable MISSING is not set"],
  ["${constructor}", "the environment variable constructor is not set"],
  ["${TOKEN", "`${TOKEN` is not `${NAME}`; write `$${` for the characters themselves"],
  ["${A-B}", "`${A-B}` is not `${NAME}`; write `$${` for the characters themselves"],
])("%s is refused", (text, sentence) => {
  expect(interpolate(text, env)).toEqual({ ok: false, sentence });
});
