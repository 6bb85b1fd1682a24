import { expect, test } from "vitest";
import { executed } from "../../../test/fakes/gitlab/quick-actions.ts";
import { asWritten, plainLines } from "./quick-actions.ts";

test.for<[what: string, text: string, plain: string]>([
  ["a line that does something", "Done.\n/approve", "Done.\n\\/approve"],
  ["with words after it, in any case", "/Assign @mallory", "\\/Assign @mallory"],
  ["behind a carriage return", "Done.\r\n\r/merge", "Done.\n\\/merge"],
  ["a path", "/usr/bin/env is there", "\\/usr/bin/env is there"],
  ["in the middle of a line", "See `/close` and a/merge", "See `/close` and a/merge"],
  ["in a fence", "```sh\n/close\n```\n/close", "```sh\n/close\n```\n\\/close"],
  ["in a fence that has no end", "```\n/close", "```\n\\/close"],
  ["in a longer fence", "````\n```\n/close\n````", "````\n```\n\\/close\n````"],
  ["after a fence inside another", "~~~\n```\n~~~\n/close\n```", "~~~\n```\n~~~\n\\/close\n```"],
  ["after a comment that holds a fence", "<!--\n```\n-->\n/close\n```", "<!--\n```\n-->\n\\/close\n```"],
])("%s", ([, text, plain]) => {
  expect(plainLines(text)).toBe(plain);
  expect(executed(plainLines(text)).commands).toEqual([]);
  expect(asWritten(plain)).toBe(text.replaceAll("\r", ""));
});

test("GitLab would have done it", () => {
  expect(executed("Done.\n/approve\n\n```\n/merge\n```").commands).toEqual(["approve"]);
});
