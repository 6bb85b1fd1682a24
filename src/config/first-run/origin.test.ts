import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { findOrigin, hasToken, parseOrigin } from "./origin.ts";

test.each([
  ["https://github.com/acme/widgets.git", "github", "acme/widgets"],
  ["https://x:secret@github.com/acme/widgets", "github", "acme/widgets"],
  ["git@github.com:acme/widgets.git", "github", "acme/widgets"],
  ["ssh://git@ssh.github.com:443/acme/widgets.git", "github", "acme/widgets"],
  ["https://github.acme.com/acme/widgets", "github", "https://github.acme.com/acme/widgets"],
  ["git@gitlab.com:acme/web/widgets.git", "gitlab", "https://gitlab.com/acme/web/widgets"],
  ["https://gitlab.acme.com:8443/acme/widgets.git", "gitlab", "https://gitlab.acme.com:8443/acme/widgets"],
])("the origin %s is on %s as %s", (url, forge, repo) => {
  expect(parseOrigin(url)).toMatchObject({ forge, repo });
});

test.each([
  ...["https://example.org/acme/widgets.git", "/srv/git/widgets.git", "file:///srv/github.com/acme/widgets"],
  ...["https://github.com/acme", "https://github.com/acme/widgets/tree", "https://notgithub.com/acme/widgets"],
  ...["ext::sh -c github.com/a/b", ""],
])("the origin %j is on no forge that is known", (url) => {
  expect(parseOrigin(url)).toBeNull();
});

test("the address is read from the repository's own settings", () => {
  const folder = aFolder();
  expect(findOrigin(folder)).toBeNull();
  const other = '[remote "fork"]\n\turl = git@github.com:me/widgets.git\n';
  writeFileSync(join(folder, "config"), `[core]\n\tbare = false\n${other}`);
  expect(findOrigin(folder)).toBeNull();
  const origin =
    '[remote "origin"]\n\turl = git@github.com:acme/widgets.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n';
  writeFileSync(
    join(folder, "config"),
    `[core]\n\tbare = false\n${other}${origin}[branch "main"]\n\tremote = origin\n`,
  );
  expect(findOrigin(folder)).toMatchObject({ repo: "acme/widgets", title: "GitHub" });
});

test("a token is in the environment, or held by gh for that very host", () => {
  const home = aFolder();
  const github = parseOrigin("git@github.com:acme/widgets.git");
  const enterprise = parseOrigin("git@github.acme.com:acme/widgets.git");
  if (github === null || enterprise === null) throw new Error("no origin");
  expect(hasToken(github, { HOME: home })).toBe(false);
  expect(hasToken(github, { HOME: home, GITHUB_TOKEN: "" })).toBe(false);
  expect(hasToken(github, { HOME: home, GH_TOKEN: "x" })).toBe(true);
  expect(hasToken(enterprise, { HOME: home, GITHUB_TOKEN: "x" })).toBe(false);
  mkdirSync(join(home, ".config/gh"), { recursive: true });
  writeFileSync(join(home, ".config/gh/hosts.yml"), "github.com:\n    user: me\n");
  expect(hasToken(github, { HOME: home })).toBe(true);
  expect(hasToken(enterprise, { HOME: home })).toBe(false);
});
