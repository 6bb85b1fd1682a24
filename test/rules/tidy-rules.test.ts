/** Each tidy rule, seen failing on a planted fault and content with a clean sample. */
import { describe, expect, test } from "vitest";
import { fileMap } from "./file-map.ts";
import * as rules from "./tidy-rules.ts";

type Files = Readonly<Record<string, string>>;
type Example = { readonly clean: Files; readonly faults: readonly (readonly [planted: Files, complaint: string])[] };

const lines = (count: number): string => "x\n".repeat(count);
const tour = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/stop${n}.ts`, lines(100)]));
const tourPage = (count: number): string =>
  Object.keys(tour(count))
    .map((path) => `[stop](${path.slice(4)})`)
    .join("\n");

const effects = `
  type Deed = { readonly kind: "start_turn"; nested: { kind: "not_an_effect" } } | { readonly kind: "stop" | "notify" };
  export type Effect = Deed & { readonly key: string };`;
const performers = {
  "src/domain/core/effect.ts": effects,
  "src/engine/perform/session/start-turn.ts": "",
  "src/engine/perform/stop.ts": "",
  "src/engine/perform/notify.ts": "",
  "src/engine/perform/perform.ts": `import "./session/start-turn.ts"; import "./stop.ts"; import "./notify.ts";`,
};
const plugin = {
  "src/plugins/notifier/slack/index.ts": "",
  "src/plugins/notifier/shared/text.ts": "",
  "test/contracts/notifier/slack.test.ts": `import { notifierContract } from "../notifier.ts";`,
};
const namedPlugins = {
  "src/plugins/github/plugin.ts": `export const github: Plugin = { name: "github", title: "GitHub" };`,
  "src/plugins/local/plugin.ts": `export const local: Plugin = { name: "local" };`,
  "src/plugins/runtime/tmux/plugin.ts": `export const tmux: Plugin = { name: "tmux" };`,
  "src/plugins/index.ts": ["github", "local", "runtime/tmux"].map((path) => `import "./${path}/plugin.ts";`).join("\n"),
};
const reactions = {
  "src/domain/incident/reaction-rules.ts": `export const REACTION_RULES = { "R-HEAD": "…", "R-TASK": "…" } as const;`,
  "test/scenarios/a.test.ts": `test("x", proves("R-HEAD", "R-TASK"), () => {});`,
};
const lockfile = (packages: object): Files => ({ "package-lock.json": JSON.stringify({ packages }) });
const manifest = (dependencies: Files): Files => ({ "package.json": JSON.stringify({ dependencies }) });

const examples: Record<Exclude<keyof typeof rules, "medianFileLines">, Example> = {
  tablesHaveTheirWriters: {
    clean: {
      "src/engine/inbox/save-facts.ts": "store.sessions.save(session);",
      "src/daemon/projects/registry.ts": "store.registrations.save(row); store.projects.save(project);",
      "src/daemon/http/once.ts": "this.store.requests.add(row, 1);",
      "src/daemon/api/sessions/session-view.ts": "store.sessions.get(id); projects.add(request);",
      "src/daemon/api/sessions.test.ts": "store.sessions.save(session);",
    },
    faults: [
      [
        { "src/daemon/api/pause.ts": "context.store.sessions.save({ ...session, hold });" },
        "src/daemon/api/pause.ts writes the table of sessions, which is not its own",
      ],
      [
        { "src/daemon/notices/hold.ts": "const { heldNotices } = store; heldNotices.hold(row);" },
        "src/daemon/notices/hold.ts writes the table of heldNotices, which is not its own",
      ],
      [
        { "src/daemon/api/outbox.ts": "store.outbox.add(effect);" },
        "src/daemon/api/outbox.ts writes the table of outbox, which is not its own",
      ],
    ],
  },
  effectsArePerformed: {
    clean: performers,
    faults: [
      [{ "src/domain/core/effect.ts": effects.replace("notify", "land") }, "effect land has no"],
      [
        { "src/engine/perform/perform.ts": `import "./session/start-turn.ts"; import "./stop.ts";` },
        "does not register notify.ts",
      ],
    ],
  },
  pluginsMeetTheirContract: {
    clean: plugin,
    faults: [
      [{ "src/plugins/agent/codex/index.ts": "" }, "plugin agent/codex has no contract test"],
      [{ "src/plugins/local/forge.ts": "" }, "plugin tracker/local has no contract test"],
      [{ "src/plugins/github/scm.ts": "" }, "plugin scm/github has no contract test"],
      [{ "test/contracts/notifier/slack.test.ts": `test("nothing of the slot")` }, "plugin notifier/slack"],
    ],
  },
  pluginsAreListed: {
    clean: namedPlugins,
    faults: [
      [{ "src/plugins/notifier/bell/plugin.ts": "" }, "src/plugins/index.ts does not list notifier/bell/plugin.ts"],
    ],
  },
  noPluginIsKnownByName: {
    clean: {
      ...namedPlugins,
      "src/config/own-forge.ts": `export const ownForge = "local";`,
      "src/cli/a.ts": `// "github" is only told of here.\n if (kind === "local") text("GitHub");`,
      "src/daemon/testing/b.ts": `const forge = "github";`,
    },
    faults: [
      [{ "src/daemon/a.ts": `if (settings.scm.plugin === "github") open();` }, "src/daemon/a.ts:1"],
      [{ "src/config/a.ts": `const FORGES = ["local", "github"];` }, "src/config/a.ts:1"],
      [{ "src/cli/a.ts": `switch (source) {\n  case "github":` }, "src/cli/a.ts:2"],
      [{ "src/config/b.ts": `return tracker.plugin !== "local";` }, "src/config/b.ts:1"],
      [{ "dashboard/src/a.tsx": `"local" === project.scm` }, "dashboard/src/a.tsx:1"],
      [{ "src/engine/a.ts": `if (runtime === "tmux") wait();` }, "src/engine/a.ts:1"],
    ],
  },
  reactionRulesAreProved: {
    clean: reactions,
    faults: [[{ "test/scenarios/a.test.ts": `proves("R-HEAD"); const text = "R-TASK";` }, "no scenario proves R-TASK"]],
  },
  filesAreSmall: {
    clean: { "src/a.ts": lines(400), "src/b.ts": lines(90), "src/c.ts": lines(80), "src/c.test.ts": lines(900) },
    faults: [
      [{ "src/a.ts": lines(401) }, "src/a.ts has 401 lines"],
      [{ "src/b.ts": lines(111), "src/c.ts": lines(111) }, "the median file has 111 lines"],
    ],
  },
  oldWordsStayAway: {
    clean: {
      "src/lib/a.ts": `/** Anew, whoever asks. */\nexport const reader = 1; export type EffectOf = 1; say("there is no file x");`,
      "dashboard/src/a.tsx": `<p>No matches</p>`,
    },
    faults: [
      [{ "src/lib/b.ts": `export type CheckDesk = 1;` }, "src/lib/b.ts exports CheckDesk"],
      [{ "src/lib/b.ts": `export function sessionOf() {}` }, "src/lib/b.ts exports sessionOf"],
      [{ "src/cli/c.ts": 'fail(`"${name}" is no name; use a-z`)' }, "src/cli/c.ts says"],
      [{ "dashboard/src/d.tsx": `<p>The command that mends it</p>` }, "dashboard/src/d.tsx says"],
    ],
  },
  turnFilesHaveOneOwner: {
    clean: {
      "src/lib/turn-folder/turn-files.ts": `const out = join(directory, "out");`,
      "src/daemon/api/logs/logs.ts": `const output = turnOutput(home.turns, turn); join(folder, "outbox"); openRing(files.out);`,
      "src/daemon/api/logs/logs.test.ts": `writeFileSync(join(turns, "1", "out"), "said");`,
    },
    faults: [
      [{ "src/daemon/a.ts": `readFileSync(join(home.turns, turn, "exit"))` }, `join(home.turns, turn, "exit")`],
      [{ "src/plugins/b.ts": `join(\n  turns,\n  nameOf(turn),\n  "launch.json",\n)` }, "src/plugins/b.ts reaches"],
      [{ "src/host/c.ts": "open(`${turns}/${turn}/err`)" }, "src/host/c.ts reaches"],
      [{ "src/host/d.ts": `statSync(files.out).size` }, "statSync(files.out"],
    ],
  },
  tourIsShort: {
    clean: { ...tour(9), "src/README.md": tourPage(9) },
    faults: [
      [{ "src/README.md": tourPage(8) }, "the tour links 8 files"],
      [{ "src/README.md": `${tourPage(8)} [gone](gone.ts)` }, "the tour links src/gone.ts, which does not exist"],
      [{ "src/stop0.ts": lines(401) }, "the tour has 1201 lines"],
    ],
  },
  linksLeadSomewhere: {
    clean: {
      "docs/a.md":
        "[b](b.md#a-part-of-it) [top](#top) [code](../src/a.ts#L1) [src](../src/) [web](https://example.com)\n\n# Top",
      "docs/b.md": `## A \`part\`, of "it"!\n\n\`\`\`sh\n# no heading\n\`\`\`\n![picture](p.png)`,
      "docs/p.png": "",
      "src/a.ts": "// see docs/b.md",
      "src/a.test.ts": `const path = "docs/any.md"`,
    },
    faults: [
      [{ "docs/b.md": "[gone](../test/gone.ts)" }, "docs/b.md links test/gone.ts, which does not exist"],
      [{ "README.md": "[gone](docs/gone.md#part)" }, "README.md links docs/gone.md"],
      [{ "docs/b.md": "# Another part" }, "docs/a.md links docs/b.md#a-part-of-it, which is no heading there"],
      [{ "README.md": "[it](docs/b.md#no-heading)" }, "README.md links docs/b.md#no-heading"],
      [{ "docs/c.md": "[here](#gone)" }, "docs/c.md links docs/c.md#gone"],
      [{ "docs/c.md": "![gone](q.png)" }, "docs/c.md links docs/q.png"],
      [{ "docs/c.md": `<img src="q.png" />` }, "docs/c.md links docs/q.png"],
      [{ "src/b.ts": "// see docs/gone.md" }, "src/b.ts names docs/gone.md, which does not exist"],
    ],
  },
  nothingIsLeftForLater: {
    clean: { "src/a.ts": "// Everything is done." },
    faults: [[{ "docs/a.md": `later: ${"TO" + "DO"} this` }, "docs/a.md:1"]],
  },
  dependenciesAreExplained: {
    clean: { ...manifest({ zod: "4.0.0" }), "docs/development/dependencies.md": "| `zod` | schemas |" },
    faults: [
      [manifest({ zod: "4.0.0", yaml: "2.0.0" }), "does not explain yaml"],
      [manifest({}), "explains zod, which is not used"],
    ],
  },
  versionsArePinned: {
    clean: manifest({ zod: "4.0.0", native: "npm:typescript@7.0.2" }),
    faults: [[manifest({ zod: "^4.0.0" }), "zod is not pinned"]],
  },
  nothingNamesAMachine: {
    clean: { "src/a.ts": `join(root, "work/x"); "~/work/x"; "/usr/bin/env"` },
    faults: [
      [{ "src/a.ts": `const home = "/root/x"` }, "src/a.ts:1"],
      [{ "README.md": `see /home/ada/notes` }, "README.md:1"],
      [{ "test/a.ts": `"https://registry.${"npm" + "js"}.org/x"` }, "test/a.ts:1"],
    ],
  },
  lockfileNamesNoAddress: {
    clean: { "package-lock.json": `{ "packages": {} }` },
    faults: [[{ "package-lock.json": `{ "resolved": "somewhere" }` }, "records download addresses"]],
  },
  lockfileIsComplete: {
    clean: lockfile({
      "node_modules/a": { optionalDependencies: { "@a/linux": "1.0.0" } },
      "node_modules/@a/linux": {},
    }),
    faults: [[lockfile({ "node_modules/a": { optionalDependencies: { "@a/darwin": "1.0.0" } } }), "lacks @a/darwin"]],
  },
};

describe.for(Object.entries(examples))("%s", ([name, { clean, faults }]) => {
  const rule = { ...rules }[name as keyof typeof examples];

  test("is content with a clean sample, and with nothing at all", () => {
    expect(rule(fileMap(clean))).toEqual([]);
    expect(rule(fileMap({}))).toEqual([]);
  });

  test.for(faults)("complains about a planted fault: %#", ([planted, complaint]) => {
    expect(rule(fileMap({ ...clean, ...planted }))).toContainEqual(expect.stringContaining(complaint));
  });
});
