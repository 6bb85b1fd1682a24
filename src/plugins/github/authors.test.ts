import { expect, test } from "vitest";
import { ok } from "../../slots/result.ts";
import { formatPersonMark, mark } from "../remote/text/own-mark.ts";
import type { GithubClient } from "./client.ts";
import { normalizeLogin } from "./logins.ts";
import { createGithubAuthors, type Actor } from "./authors.ts";

/** Of a repository where nobody may write. */
function authorOf(account: string, actor: Actor, text: string) {
  const answer = {
    status: 200,
    body: { permission: "read" },
    headers: new Headers(),
    isUnchanged: false,
    isMoved: false,
  };
  const client: Partial<GithubClient> = {
    account: async () => account,
    viewer: async () => normalizeLogin(account),
    ask: async () => ok(answer),
  };
  return createGithubAuthors(client as GithubClient, [], () => 0).authorOf(actor, text);
}

const ours = `Landed. ${mark("k")}`;
const throughUs = `Do this. ${formatPersonMark("k")}`;
const app = { login: "my-ao", isBot: true };

test("an App's own words are ours, and what people write through it is theirs", async () => {
  expect(await authorOf("my-ao[bot]", app, ours)).toEqual({ kind: "self" });
  expect(await authorOf("my-ao[bot]", app, throughUs)).toMatchObject({ kind: "person", canWrite: { value: true } });
});

test.for([ours, throughUs])(
  "a person who is called like our App is a stranger, also with its mark: %s",
  async (text) => {
    const stranger = { kind: "person", name: "my-ao", canWrite: { known: true, value: false } };
    expect(await authorOf("my-ao[bot]", { login: "my-ao", isBot: false }, text)).toEqual(stranger);
  },
);

test("a person's token speaks for that person, whatever the case of the name", async () => {
  expect(await authorOf("Ann", { login: "ann", isBot: false }, ours)).toEqual({ kind: "self" });
});
