import { describe, expect, test } from "vitest";
import { aForge } from "../../local/testing/a-forge.ts";
import { aChange, takeValue } from "../../local/testing/deeds.ts";
import { parseOwners } from "./code-owners.ts";

const owners = (list: string, path: string): readonly string[] =>
  parseOwners(list).findLast(({ pattern }) => pattern.test(path))?.owners ?? [];

describe("a line of the list", () => {
  test.for([
    ["* @all", "src/deep/a.ts", true],
    ["*.ts @all", "src/deep/a.ts", true],
    ["*.ts @all", "src/a.tsx", false],
    ["/src @all", "src/deep/a.ts", true],
    ["/src @all", "lib/src/a.ts", false],
    ["src/ @all", "lib/src/a.ts", true],
    ["src/ @all", "src", false],
    ["docs/* @all", "docs/a.md", true],
    ["docs/* @all", "docs/deep/a.md", false],
    ["lib/**/x.ts @all", "lib/x.ts", true],
    ["lib/**/x.ts @all", "lib/a/b/x.ts", true],
    ["/api/** @all", "api/a/b", true],
    ["a.c @all", "abc", false],
    ["a\\ b.txt @all", "a b.txt", true],
    ["(x)+ @all", "(x)+", true],
    ["?.ts @all", "a.ts", true],
    ["# *.ts @all", "a.ts", false],
    ["[Section] @all", "Section", false],
  ] as const)("%s, and %s: %s", ([list, path, isMatched]) => {
    expect(owners(list, path)).toEqual(isMatched ? ["@all"] : []);
  });

  test("the last one that matches decides, also when it names nobody", () => {
    const list = "* @all\n/src/ @api @core # of the API\n/src/free.ts\n";
    expect([owners(list, "a.md"), owners(list, "src/a.ts"), owners(list, "src/free.ts")]).toEqual([
      ["@all"],
      ["@api", "@core"],
      [],
    ]);
  });
});

describe("a change", () => {
  test("has the owners that its base names, not those it names itself", async () => {
    const at = await aForge({ files: { CODEOWNERS: "/src/ @api\n*.md @docs\n", "src/a.ts": "1\n" } });
    const change = await aChange(at, {
      files: { CODEOWNERS: "* @me\n", "src/a.ts": "2\n", "src/b.ts": "3\n", "README.md": "x\n" },
    });
    expect(change.owners).toEqual([
      { path: "README.md", owners: ["@docs"] },
      { path: "src/a.ts", owners: ["@api"] },
    ]);
  });

  test("has others when the list on the base is another", async () => {
    const at = await aForge({ files: { "src/a.ts": "1\n" } });
    const change = await aChange(at, { files: { "src/a.ts": "2\n" } });
    expect(change.owners).toEqual([]);
    const moved = await at.repository.commit({ files: { ".github/CODEOWNERS": "src/ @api\n" } });
    await at.repository.git("update-ref", "refs/heads/main", moved);
    const later = takeValue(await at.forge.scm.read(change.id));
    expect(later.owners).toEqual([{ path: "src/a.ts", owners: ["@api"] }]);
    expect(later.version).toBeGreaterThan(change.version);
  });
});
