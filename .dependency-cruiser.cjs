// Who may import whom: the table of docs/development/architecture.md, one rule a folder. Tests and benchmarks may import anything.
// Each rule is shown failing on a planted fault in test/rules/imports.test.ts.

const TESTS = "(\\.test\\.tsx?$|^test/|^bench/)";
const NPM = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg", "npm-unknown"];
/** The domain's types, and the few values that make or match them. */
const VOCABULARY = "^src/domain/model/(glob|ids|known|limits|log-name|owners|result|unreachable)\\.ts$";

/** Folders of plugins that fill one slot; a forge fills several, and has one of its own beside them. */
const SLOTS = "agent|hook|notifier|runtime|tracker|workspace";

const folder = (name) => `^src/${name}/`;
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: { pathNot: TESTS, ...from },
  to,
});

/** A folder imports itself and those named; from outside the repository only what `outside` lists. */
const only = (path, { may = [], outside = ["core", ...NPM] }) =>
  forbid(
    `${path}: imports`,
    `${path} may import: ${may.join(", ") || "nothing"}.`,
    { path: `^${path}/` },
    {
      pathNot: [`^${path}/`, ...may],
      // What cannot be resolved has a rule of its own.
      dependencyTypesNot: ["unknown", ...outside],
    },
  );

const everythingBut = (...names) => `^(src/(?!(${names.join("|")})/)|package\\.json$)`;

module.exports = {
  forbidden: [
    forbid("no cycles", "Files that import each other are one file.", {}, { circular: true }),
    forbid("resolvable", "This import leads nowhere.", {}, { couldNotResolve: true }),

    only("src/domain", { outside: [] }),
    only("src/slots", { may: [folder("domain")], outside: [] }),
    only("src/protocol", { may: [folder("domain"), "(^|/)node_modules/zod/"], outside: [] }),
    only("src/store", { may: [folder("domain"), folder("lib")] }),
    only("src/engine", { may: ["domain", "slots", "store", "lib"].map(folder) }),
    only("src/plugins", { may: ["slots", "domain", "lib"].map(folder) }),
    only("src/host", { may: [folder("lib")] }),
    only("src/proxy", { may: ["host", "lib"].map(folder) }),
    only("src/config", { may: ["domain", "slots", "plugins", "lib"].map(folder) }),
    only("src/daemon", { may: [everythingBut("cli")] }),
    only("src/cli", { may: ["protocol", "config", "lib", "scripted-agent"].map(folder) }),
    only("src/scripted-agent", { may: [folder("lib")] }),
    only("src/lib", { may: ["^package\\.json$"] }),
    only("dashboard", { may: [folder("protocol")], outside: NPM }),

    forbid(
      "plugins: apart",
      "A plugin imports itself, what a plugin is, its slot's shared folder, what all plugins of remote services share and how failures are read, never another.",
      { path: `^src/plugins/(${SLOTS})/([^/]+)/` },
      { path: "^src/plugins/", pathNot: "^src/plugins/(plugin\\.ts$|($1/($2|shared)|remote|shared/failure)/)" },
    ),
    forbid(
      "plugins: apart (forges)",
      "A forge is one plugin of several slots; it imports what forges share, and no other plugin.",
      { path: `^src/plugins/(?!(?:${SLOTS}|shared|remote)/)([^/]+)/` },
      { path: "^src/plugins/", pathNot: "^src/plugins/(plugin\\.ts$|($1|shared|remote)/)" },
    ),
    forbid(
      "plugins: shared",
      "What plugins share imports none of them.",
      { path: "^src/plugins/(shared|remote)/" },
      { path: "^src/plugins/", pathNot: "^src/plugins/(shared|remote)/" },
    ),
    forbid(
      "domain types only",
      "Here the domain is a vocabulary: import its types, and values only from the files that make or match them.",
      { path: "^(src/(slots|protocol|plugins)|dashboard)/" },
      { path: folder("domain"), pathNot: VOCABULARY, dependencyTypesNot: ["type-only"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|node_modules/\\.cache)/" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
