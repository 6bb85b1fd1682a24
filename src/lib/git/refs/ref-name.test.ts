import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeRefName, findBranchNameProblem } from "./ref-name.ts";

test.each(["main", "agent/fix-it", "agent/ümlaut-🎉", "a.b_c", "it's", 'with"quote', "deep/er/one", "v1.2"])(
  "%s may name a branch",
  (name) => {
    expect(findBranchNameProblem(name)).toBeNull();
  },
);

test.each(["", "-x", "--all", "a b", "a..b", "a~b", "x^", "a:b", "a?", "a*", "[a", "a\\b", "/a", "a/", "a//b", ".a"])(
  "%j may not",
  (name) => {
    expect(findBranchNameProblem(name)).not.toBeNull();
  },
);

test.each(["a/.b", "a.", "a.lock", "a.lock/b", "a@{1}", "@", "HEAD", "a\nb", "a\u0000b", "a\u007fb", "x".repeat(201)])(
  "%j may not either",
  (name) => {
    expect(findBranchNameProblem(name)).not.toBeNull();
  },
);

test("any text becomes a part of a ref, and different texts different ones", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
      const part = encodeRefName(text);
      return !part.includes("/") && findBranchNameProblem(`refs/ao/base/${part}`.slice(0, 200)) === null;
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => one === other || encodeRefName(one) !== encodeRefName(other)),
  );
});
