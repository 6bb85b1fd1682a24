import { expect, test } from "vitest";
import { executed } from "../../../test/fakes/gitlab/quick-actions.ts";
import type { Remote, RemoteRequest } from "../remote/http/remote.ts";
import { failRemote } from "../remote/http/remote-result.ts";
import { unescapeLines, escapeLines, REQUEST_CHANGES, escapeQuickActions } from "./quick-actions.ts";

test.for<[what: string, text: string, plain: string]>([
  ["a line that does something", "Done.\n/approve", "Done.\n\\/approve"],
  ["with words after it, in any case", "/Assign @mallory", "\\/Assign @mallory"],
  ["behind a carriage return", "Done.\r\n\r/merge", "Done.\n\\/merge"],
  ["a path", "/usr/bin/env is there", "\\/usr/bin/env is there"],
  ["in the middle of a line", "See `/close` and a/merge", "See `/close` and a/merge"],
  ["in a fence", "```sh\n/close\n```\n/close", "```sh\n/close\n```\n\\/close"],
  ["in a fence that has no end", "```\n/close", "```\n\\/close"],
  ["in a longer fence", "````\n```\n/close\n````", "````\n```\n\\/close\n````"],
  ["between two fences", "```\n/a\n```\n/close\n```\n/b\n```", "```\n/a\n```\n\\/close\n```\n/b\n```"],
  ["in a fence that another seems to end", "```\n/close\n```js\n/merge\n```", "```\n\\/close\n```js\n\\/merge\n```"],
  ["after code in a line that looks like a fence", "```a`b\n/close\n```", "```a`b\n\\/close\n```"],
  ["what only looks like ours, in a fence", "```\n\\/close\n```", "```\n\\/close\n```"],
  ["after a fence inside another", "~~~\n```\n~~~\n/close\n```", "~~~\n```\n~~~\n\\/close\n```"],
  ["after a comment that holds a fence", "<!--\n```\n-->\n/close\n```", "<!--\n```\n-->\n\\/close\n```"],
])("%s", ([, text, plain]) => {
  expect(escapeLines(text)).toBe(plain);
  expect(executed(escapeLines(text)).commands).toEqual([]);
  expect(unescapeLines(plain)).toBe(text.replaceAll("\r", ""));
});

test("GitLab would have done it", () => {
  expect(executed("Done.\n/approve\n\n```\n/merge\n```").commands).toEqual(["approve"]);
});

test.for<[what: string, body: unknown, sent: unknown]>([
  ["notes and descriptions", { body: "/close", description: "/merge" }, { body: "\\/close", description: "\\/merge" }],
  ["no other field", { title: "/close", labels: ["/x"] }, { title: "/close", labels: ["/x"] }],
  ["not the one that we mean", { body: REQUEST_CHANGES }, { body: REQUEST_CHANGES }],
  ["nothing where nothing is sent", undefined, undefined],
])("of what is written, %s pass here", async ([, body, sent]) => {
  const asked: RemoteRequest[] = [];
  const ask = async (one: RemoteRequest) => (asked.push(one), failRemote("unavailable", "502"));
  const remote = escapeQuickActions({ ask } as Partial<Remote> as Remote);
  await remote.ask({ method: "POST", path: "notes", ...(body === undefined ? {} : { body }) });
  expect(asked[0]?.body).toEqual(sent);
});
