/** Who is told apart when GitLab answers, when it hides an account, and when it does not answer. */
import { expect, test } from "vitest";
import { formatPersonMark, mark } from "../remote/text/own-mark.ts";
import { failRemote } from "../remote/http/remote-result.ts";
import type { Gitlab } from "./gitlab.ts";
import { createGitlabAuthors } from "./authors.ts";

const user = { id: 7, username: "coverage", name: "Coverage" };
const down = failRemote("unavailable", "502");
const hidden = failRemote("gone", "404");
const found = (value: unknown) => ({ ok: true, value }) as const;

type Answers = { readonly user?: unknown; readonly member?: unknown; readonly me?: unknown };

const authorOf = (answers: Answers, text = "Coverage fell") => {
  const gitlab = {
    askRoot: async () => answers.user ?? found({ ...user, bot: true }),
    ask: async () => answers.member ?? found({ access_level: 30 }),
    me: async () => answers.me ?? found({ id: 1, username: "ao-bot" }),
  };
  return createGitlabAuthors(gitlab as unknown as Gitlab, [], () => 0).authorOf(user, text);
};

const access = (known: boolean, value?: boolean) => ({
  kind: "person",
  canWrite: known ? { known, value } : { known },
});

test.for<[what: string, answers: Answers, text: string | undefined, author: unknown]>([
  ["a bot that may push is a bot", {}, undefined, { kind: "bot", listed: false }],
  ["an account that is not shown is a person's", { user: hidden }, undefined, access(true, true)],
  ["nobody knows whether this is a bot", { user: down }, undefined, access(false)],
  ["nobody knows whether this person may push", { user: found(user), member: down }, undefined, access(false)],
  ["who is no member may not", { user: found(user), member: hidden }, undefined, access(true, false)],
  ["our own words", { me: found({ id: 7 }) }, mark("k"), { kind: "self" }],
  ["a mark that somebody copied", {}, mark("k"), { kind: "bot" }],
  ["what a person wrote through us", { me: found({ id: 7 }) }, formatPersonMark("k"), access(true, true)],
  ["a mark of theirs that somebody copied", {}, formatPersonMark("k"), { kind: "bot" }],
  [
    "our own words that hold a person's mark",
    { me: found({ id: 7 }) },
    `${formatPersonMark("k")}${mark("k")}`,
    { kind: "self" },
  ],
  ["nobody knows whether these are our own words", { me: down }, mark("k"), access(false)],
])("%s", async ([, answers, text, author]) => {
  expect(await authorOf(answers, text)).toMatchObject(author as object);
});
