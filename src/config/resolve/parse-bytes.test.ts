import { expect, test } from "vitest";
import { parseBytes } from "./parse-bytes.ts";

test.each([
  ["500MB", 500_000_000],
  ["4GB", 4_000_000_000],
  ["1.5GB", 1_500_000_000],
  ["2GiB", 2_147_483_648],
  ["1TB", 1_000_000_000_000],
  ["0GB", null],
  ["4", null],
  ["4 GB", null],
  ["4gb", null],
  ["-4GB", null],
  ["1e9MB", null],
  ["", null],
])("%s", (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes);
});
