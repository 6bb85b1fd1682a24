import { expect, test } from "vitest";
import { findToken, createHeldToken, type FoundToken } from "./token.ts";

/** No `gh` is found there. */
const bare = { PATH: "/nowhere" };

test.for<[what: string, host: string, env: Record<string, string>, from: string | null]>([
  ["github.com", "github.com", { GITHUB_TOKEN: "a", GH_TOKEN: "b" }, "GITHUB_TOKEN"],
  ["github.com, by its other name", "github.com", { GH_TOKEN: "b" }, "GH_TOKEN"],
  ["github.com, with a token of another server only", "github.com", { GH_ENTERPRISE_TOKEN: "e" }, null],
  ["a company's part of github.com", "acme.ghe.com", { GITHUB_TOKEN: "a" }, "GITHUB_TOKEN"],
  ["this machine", "127.0.0.1:3000", { GITHUB_TOKEN: "a" }, "GITHUB_TOKEN"],
  ["another server", "git.example.com", { GITHUB_TOKEN: "a", GH_TOKEN: "b" }, null],
  [
    "another server with a token of its own",
    "git.example.com",
    { GITHUB_TOKEN: "a", GH_ENTERPRISE_TOKEN: "e" },
    "GH_ENTERPRISE_TOKEN",
  ],
  ["the same, by its other name", "git.example.com", { GITHUB_ENTERPRISE_TOKEN: "e" }, "GITHUB_ENTERPRISE_TOKEN"],
  [
    "the server that GH_HOST names",
    "git.example.com",
    { GITHUB_TOKEN: "a", GH_HOST: "git.example.com" },
    "GITHUB_TOKEN",
  ],
  ["another than GH_HOST names", "git.example.com", { GITHUB_TOKEN: "a", GH_HOST: "github.com" }, null],
])("the token for %s", async ([, host, env, from]) => {
  const found = await findToken({ written: null, env: { ...bare, ...env }, host });
  expect(found.ok ? found.from : null).toBe(from);
});

test("a token that the settings name goes where they say", async () => {
  const found = await findToken({ written: "w", env: { ...bare, GITHUB_TOKEN: "a" }, host: "git.example.com" });
  expect(found).toMatchObject({ ok: true, token: "w" });
});

test.for([
  ["github.com", "GITHUB_TOKEN", "gh auth login"],
  ["git.example.com", "GH_ENTERPRISE_TOKEN", "gh auth login --hostname git.example.com"],
] as const)("what is missing for %s is said", async ([host, name, login]) => {
  const why = `There is no token for ${host}: export ${name} and run \`ao start\`, or sign in with \`${login}\`.`;
  expect(await findToken({ written: null, env: bare, host })).toEqual({ ok: false, why });
});

test("a token is looked for anew when it was refused, and held otherwise", async () => {
  const found: FoundToken[] = [
    { ok: true, token: "new", from: "gh" },
    { ok: false, why: "There is no token." },
    { ok: true, token: "newest", from: "gh" },
  ];
  const told: string[] = [];
  const find = async () => found.shift() ?? ({ ok: false, why: "asked too often" } as const);
  const held = createHeldToken("old", find, (token) => void told.push(token));
  expect(await held.token()).toEqual({ ok: true, value: "old" });
  held.refused();
  expect([await held.token(), await held.token()]).toMatchObject([{ value: "new" }, { value: "new" }]);
  held.refused();
  expect(await held.token()).toMatchObject({ error: { code: "rate_limited", message: "There is no token." } });
  expect(await held.token()).toMatchObject({ value: "newest" });
  expect(told).toEqual(["new", "newest"]);
});
