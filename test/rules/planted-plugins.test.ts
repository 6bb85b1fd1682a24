/** A forge, a runtime and a notifier are each a folder and one line: nothing else of the product has to be told. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { readFileMap } from "./file-map.ts";
import { plantTree, repositoryRoot } from "./planted-tree.ts";
import { noPluginIsKnownByName, pluginsAreListed } from "./tidy-rules.ts";

const PLANTED = { hub: "hub", bench: "runtime/bench", bell: "notifier/bell" } as const;

test("a planted forge, runtime and notifier are known wherever plugins are", async () => {
  const root = plantTree({});
  cpSync(join(repositoryRoot, "src"), join(root, "src"), { recursive: true });
  for (const name of ["package.json", "test", "docs", "schema"])
    if (name !== "package.json") symlinkSync(join(repositoryRoot, name), join(root, name));
  cpSync(join(repositoryRoot, "package.json"), join(root, "package.json"));
  for (const folder of Object.values(PLANTED)) plant(root, folder);
  const unlisted = readFileMap(join(root, "src"), "plugins");
  expect(pluginsAreListed(inSrc(unlisted))).toHaveLength(3);

  const index = join(root, "src/plugins/index.ts");
  writeFileSync(index, withLines(readFileSync(index, "utf8")));
  const files = inSrc(readFileMap(join(root, "src")));
  expect([...pluginsAreListed(files), ...noPluginIsKnownByName(files)]).toEqual([]);

  const probe = join(repositoryRoot, "test/rules/planted/probe.ts");
  const probed = await runProgram({ program: process.execPath, args: [probe, root], cwd: root, timeoutMs: 50_000 });
  expect(probed.stderr).toBe("");
  expect(JSON.parse(probed.stdout)).toEqual({
    forge: "hub",
    tracker: "hub",
    warnings: 0,
    slip: "unknown key `shelv`; did you mean `shelf`? (line 3)",
    reference: "| `defaults.tracker.shelf` | text | – | The Hub: where its issues stand. |",
    origin: {
      ...{ repo: "hub:acme/app", host: "hub.test", variable: "HUB_TOKEN" },
      ...{ forge: "hub", title: "The Hub", changes: "bundles" },
    },
    opened: [expect.any(String), expect.any(String)],
    missing: [],
    channels: ["ring"],
    sources: ["github", "gitlab", "linear", "jira", "hub"],
    isForAgents: true,
    keptBack: ["HUB_TOKEN", "BELL_URL"],
    groups: true,
    runtimes: ["tmux", "process", "bench"],
    opens: ["tmux", "process", "bench"],
    missingRuntime: expect.stringContaining("no-such-program-anywhere is not installed"),
    misspelled: "unknown notifier bel; did you mean bell?",
  });
});

/** Its folder as it stands, with imports that lead where it stands now. */
function plant(root: string, folder: string): void {
  const up = "../".repeat(folder.split("/").length);
  const text = readFileSync(join(repositoryRoot, "test/rules/planted", folder, "plugin.ts"), "utf8");
  const file = join(root, "src/plugins", folder, "plugin.ts");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    text
      .replaceAll(/"(?:\.\.\/)+src\/plugins\//g, `"${up}`)
      .replaceAll(/"(?:\.\.\/)+src\//g, `"${up}../`)
      .replaceAll(/"(?:\.\.\/)+(contracts|world)\//g, `"${up}../../test/$1/`),
  );
}

/** One line each, beside its import. */
function withLines(index: string): string {
  const imports = Object.entries(PLANTED).map(([name, folder]) => `import { ${name} } from "./${folder}/plugin.ts";\n`);
  const names = Object.keys(PLANTED).map((name) => `  ${name},\n`);
  return `${imports.join("")}${index.replace(/\n\];\n$/, `\n${names.join("")}];\n`)}`;
}

const inSrc = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...files].map(([path, text]) => [`src/${path}`, text]));
