/** Tidiness as pure functions: a repository in, complaints out. What does not exist yet is not complained about. */
import { posix } from "node:path";
import { linesOf, pathsIn, type FileMap } from "./file-map.ts";
import { kindsOfUnion, namesInConstant } from "./syntax.ts";

export type TidyRule = (files: FileMap) => readonly string[];

const FILE_LINES_MAX = 400;
const FILE_LINES_MEDIAN_MAX = 110;
const TOUR_FILES = 9;
const TOUR_LINES_MAX = 1_200;

const SOURCE = /^(src|dashboard)\/.*(?<!\.test|\.d)\.tsx?$/;

/** Each effect kind has its performer, and perform.ts imports it. */
export const effectsArePerformed: TidyRule = (files) => {
  const performers = pathsIn(files, /^src\/engine\/perform\//);
  if (performers.length === 0) return [];
  const index = files.get("src/engine/perform/perform.ts") ?? "";
  return kindsOfUnion(files.get("src/domain/core/effect.ts") ?? "", "Effect").flatMap((kind) => {
    const file = `${kind.replaceAll("_", "-")}.ts`;
    const performer = performers.find((path) => path.endsWith(`/${file}`));
    if (performer === undefined) return [`effect ${kind} has no ${file} below src/engine/perform`];
    const isRegistered = index.includes(`"./${performer.slice("src/engine/perform/".length)}"`);
    return isRegistered ? [] : [`src/engine/perform/perform.ts does not register ${file}`];
  });
};

/** Folders of plugins that fill one slot. The others are forges, which fill three each, or no plugins. */
const SLOTS = ["agent", "hook", "notifier", "runtime", "tracker", "workspace"];
const SHARED = ["shared", "remote"];

/** Each plugin calls the contract suite of its slot. */
export const pluginsMeetTheirContract: TidyRule = (files) => {
  const folders = pathsIn(files, /^src\/plugins\/[^/]+\/[^/]+\/./).map((path) => path.split("/").slice(2, 4));
  const plugins = new Set(
    folders
      .filter(([slot = "", name = ""]) => SLOTS.includes(slot) && !SHARED.includes(name))
      .map(([slot, name]) => `${slot}/${name}`),
  );
  const ofPlugins = pathsIn(files, /^src\/plugins\/[^/]+\/./).map((path) => path.split("/")[2] ?? "");
  for (const forge of ofPlugins.filter((name) => ![...SLOTS, ...SHARED].includes(name))) {
    for (const slot of ["tracker", "scm", "checks"]) plugins.add(`${slot}/${forge}`);
  }
  return [...plugins]
    .filter((plugin) => !callsContract(files, plugin))
    .map((plugin) => `plugin ${plugin} has no contract test`);
};

function callsContract(files: FileMap, plugin: string): boolean {
  const slot = plugin.split("/")[0];
  const beside = pathsIn(files, new RegExp(`^src/plugins/${plugin}/.*\\.contract\\.test\\.ts$`));
  const suite = new RegExp(`from "(\\.\\./)+(test/contracts/)?${slot}\\.ts"`);
  return [`test/contracts/${plugin}.test.ts`, ...beside].some((path) => suite.test(files.get(path) ?? ""));
}

/** A plugin is one value, which stands in the one list. */
export const pluginsAreListed: TidyRule = (files) =>
  pathsIn(files, PLUGIN_FILE)
    .map((path) => path.slice("src/plugins/".length))
    .filter((path) => !(files.get("src/plugins/index.ts") ?? "").includes(`"./${path}"`))
    .map((path) => `src/plugins/index.ts does not list ${path}`);

const PLUGIN_FILE = /^src\/plugins\/.+\/plugin\.ts$/;

/** Words that mean something else as well: for these only a comparison with a plugin's name counts. */
const ORDINARY = ["local", "process", "tmux", "clone", "worktree", "command", "module", "webhook", "desktop", "cursor"];

/** Whatever is to be known of a plugin stands in its own folder: nothing outside knows one by its name. */
export const noPluginIsKnownByName: TidyRule = (files) => {
  const names = pathsIn(files, PLUGIN_FILE).flatMap((path) =>
    [...(files.get(path) ?? "").matchAll(/\bname: "([^"]+)"/g)].map(([, name = ""]) => name),
  );
  if (names.length === 0) return [];
  const [ordinary, own] = [
    names.filter((name) => ORDINARY.includes(name)),
    names.filter((name) => !ORDINARY.includes(name)),
  ];
  const compared = `(?:plugin|tracker|scm|forge|agent|runtime|workspace|notifier|source)(?:\\??\\.(?:name|plugin))?`;
  const either = (words: readonly string[]): string => `"(?:${words.join("|")})"`;
  const marks = [
    ...(own.length === 0 ? [] : [either(own)]),
    ...(ordinary.length === 0
      ? []
      : [`\\b${compared} [!=]== ${either(ordinary)}`, `${either(ordinary)} [!=]== (?:\\w+\\??\\.)*${compared}\\b`]),
  ];
  const isProduct = (path: string): boolean =>
    /^(src|dashboard\/src)\/.*\.tsx?$/.test(path) && !/^src\/plugins\/|\.test\.tsx?$|\/testing\//.test(path);
  return findLines(files, isProduct, new RegExp(`^(?!\\s*(?://|\\*|/\\*)).*(?:${marks.join("|")})`));
};

/** Each rule of the reactions is proved by name in a scenario. */
export const reactionRulesAreProved: TidyRule = (files) => {
  const scenarios = pathsIn(files, /^test\/scenarios\/.*\.test\.ts$/).map((path) => files.get(path) ?? "");
  if (scenarios.length === 0) return [];
  const proved = new Set(scenarios.flatMap(idsProved));
  return namesInConstant(files.get("src/domain/incident/reaction-rules.ts") ?? "", "REACTION_RULES")
    .filter((id) => !proved.has(id))
    .map((id) => `no scenario proves ${id}`);
};

const idsProved = (scenario: string): readonly string[] =>
  [...scenario.matchAll(/\bproves\(([^)]*)\)/g)].flatMap((call) =>
    [...(call[1] ?? "").matchAll(/"([^"]+)"/g)].map((id) => id[1] ?? ""),
  );

export const filesAreSmall: TidyRule = (files) => {
  const sizes = pathsIn(files, SOURCE).map((path) => ({ path, lines: linesOf(files.get(path) ?? "") }));
  const large = sizes.filter(({ lines }) => lines > FILE_LINES_MAX);
  const median = medianFileLines(files);
  return [
    ...large.map(({ path, lines }) => `${path} has ${lines} lines, more than ${FILE_LINES_MAX}`),
    ...(median > FILE_LINES_MEDIAN_MAX
      ? [`the median file has ${median} lines, more than ${FILE_LINES_MEDIAN_MAX}`]
      : []),
  ];
};

export function medianFileLines(files: FileMap): number {
  const sizes = pathsIn(files, SOURCE).map((path) => linesOf(files.get(path) ?? ""));
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
}

/** A turn's files are named in one folder; everybody else asks its functions, and so never depends on who writes them. */
export const turnFilesHaveOneOwner: TidyRule = (files) => {
  const names = ["in", "out", "err", "started", "exit", "exit\\.new", "cut", "frames", "launch", "launch\\.json"].join(
    "|",
  );
  const joined = new RegExp(`\\bjoin\\([^()]*(?:\\([^()]*\\)[^()]*)*,\\s*"(?:${names})"\\s*,?\\s*\\)`, "g");
  const spelled = new RegExp(`turns\\b[^\`\\n]*\\}/(?:${names})\``, "g");
  const used =
    /\b(?:(?:readFile|writeFile|appendFile|stat|lstat|open|exists|rm|unlink|rename)(?:Sync)?|readTextIfExists|openIfThere)\(\s*\w*[fF]iles\.(?:in|out|err|started|exit|cut|frames|launch|description)\b/g;
  return pathsIn(files, /^src\/(?!lib\/turn-folder\/).*(?<!\.test)\.ts$/).flatMap((path) =>
    [joined, spelled, used].flatMap((pattern) =>
      [...(files.get(path) ?? "").matchAll(pattern)].map(
        ([found]) => `${path} reaches for a turn's file by itself: ${found.replaceAll(/\s+/g, " ")}`,
      ),
    ),
  );
};

/** The tour in src/README.md: nine files, short enough to read in one sitting. */
export const tourIsShort: TidyRule = (files) => {
  const readme = files.get("src/README.md");
  if (readme === undefined) return [];
  const stops = new Set(
    [...readme.matchAll(/\]\((?!https?:)(?:\.\/)?([^)#]+\.tsx?)(?:#[^)]*)?\)/g)].map((link) => `src/${link[1]}`),
  );
  const missing = [...stops].filter((path) => !files.has(path));
  const lines = [...stops].reduce((sum, path) => sum + linesOf(files.get(path) ?? ""), 0);
  return [
    ...(stops.size === TOUR_FILES ? [] : [`the tour links ${stops.size} files, not ${TOUR_FILES}`]),
    ...missing.map((path) => `the tour links ${path}, which does not exist`),
    ...(lines > TOUR_LINES_MAX ? [`the tour has ${lines} lines, more than ${TOUR_LINES_MAX}`] : []),
  ];
};

/**
 * Every page links to files, folders and headings that exist: a promise names its test, and keeps naming it when the test
 * moves. So do pictures, and the pages that sources and settings name.
 */
export const linksLeadSomewhere: TidyRule = (files) => {
  const folders = new Set([...files.keys()].flatMap(foldersAbove));
  const exists = (path: string): boolean => files.has(path) || folders.has(path.replace(/\/$/, ""));
  const broken = (page: string, link: string): readonly string[] => {
    const [target = "", heading] = link.split("#");
    const path = target === "" ? page : posix.join(posix.dirname(page), target);
    if (!exists(path)) return [`${page} links ${path}, which does not exist`];
    if (heading === undefined || !path.endsWith(".md") || findAnchors(files.get(path) ?? "").has(heading)) return [];
    return [`${page} links ${path}#${heading}, which is no heading there`];
  };
  return [
    ...pathsIn(files, /\.md$/).flatMap((page) =>
      findLinks(files.get(page) ?? "").flatMap((link) => broken(page, link)),
    ),
    ...pathsIn(files, NAMES_PAGES).flatMap((path) =>
      [...(files.get(path) ?? "").matchAll(/(?<![\w/])docs\/[\w/-]+\.md\b/g)]
        .filter(([page]) => !files.has(page))
        .map(([page]) => `${path} names ${page}, which does not exist`),
    ),
  ];
};

const NAMES_PAGES = /^(src|schema|scripts|dashboard\/src)\/(?!.*\.test\.tsx?$)|^[^/]+\.(md|c?js)$/;

const findLinks = (page: string): readonly string[] =>
  [...page.matchAll(/\]\((?!\w+:)([^)\s]+)\)|<img src="(?!\w+:)([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? "",
  );

/** Headings as GitHub names them; what stands in a block of code is none. */
function findAnchors(page: string): ReadonlySet<string> {
  const headings = page.replaceAll(/^(```+)[^]*?^\1/gm, "").matchAll(/^#+ (.+)$/gm);
  const anchors = new Set<string>();
  for (const [, title = ""] of headings) {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    const again = [...anchors].filter((one) => one === anchor || one.replace(/-\d+$/, "") === anchor).length;
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`);
  }
  return anchors;
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** What others than the engine write into its database, and where: the table of docs/development/architecture.md. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  registrations: ["src/daemon/projects/registry.ts"],
  projects: ["src/daemon/projects/registry.ts"],
  requests: ["src/daemon/http/once.ts", "src/daemon/webhooks/webhooks.ts"],
};

const TABLES =
  "registrations|projects|sessions|issues|changes|candidates|messages|turns|inbox|outbox|events|audit|cooldowns|clock|requests|heldNotices|sentNotices|standingNotices";
const WRITES =
  "save|saveKeepingDue|hold|letGo|putOff|append|answered|holdBack|letRest|setAside|markDone|markNew|finish|hurry|retryLater|endGone";

/** Only the engine writes the store, but for the tables that belong to others. */
export const tablesHaveTheirWriters: TidyRule = (files) => {
  const write = new RegExp(`\\b(${TABLES})\\.(?:${WRITES})\\(|\\bstore\\.(${TABLES})\\.(?:add|end|prune)\\(`, "g");
  return pathsIn(files, /^src\/(?!engine\/|store\/|plugins\/).*(?<!\.test)\.ts$/).flatMap((path) =>
    [...(files.get(path) ?? "").matchAll(write)]
      .map(([, named, added = ""]) => named ?? added)
      .filter((table) => WRITERS[table]?.includes(path) !== true)
      .map((table) => `${path} writes the table of ${table}, which is not its own`),
  );
};

/** Work left for later belongs in an issue. The words are put together here, so that this file does not hold them. */
export const nothingIsLeftForLater: TidyRule = (files) => {
  const mark = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\\b`);
  return findLines(files, (path) => !path.endsWith("package-lock.json"), mark);
};

/** docs/development/dependencies.md has one row for each dependency, and none for what is gone. */
export const dependenciesAreExplained: TidyRule = (files) => {
  const names = Object.keys(dependenciesOf(files));
  const page = files.get("docs/development/dependencies.md") ?? "";
  const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map((row) => row[1] ?? "");
  return [
    ...names
      .filter((name) => !rows.includes(name))
      .map((name) => `docs/development/dependencies.md does not explain ${name}`),
    ...rows
      .filter((row) => !names.includes(row))
      .map((row) => `docs/development/dependencies.md explains ${row}, which is not used`),
  ];
};

export const versionsArePinned: TidyRule = (files) =>
  Object.entries(dependenciesOf(files))
    .filter(([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned: ${version}`);

function dependenciesOf(files: FileMap): Readonly<Record<string, string>> {
  const manifest = JSON.parse(files.get("package.json") ?? "{}");
  return { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
}

/** No path of one person's machine, and no host of a package registry. Test data may show a home folder. */
export const nothingNamesAMachine: TidyRule = (files) => {
  const folders = /(?<![\w.}~-])\/(root|work|home\/[a-z]\w*|Users\/[A-Za-z]\w*)\//;
  const hosts = new RegExp(["registry\\.npm", "npmjs\\.(org|com)", "yarnpkg\\.com", "deb\\.debian"].join("|"));
  const isTest = (path: string): boolean => path.startsWith("test/") || /\.test\.tsx?$/.test(path);
  return [...findLines(files, (path) => !isTest(path), folders), ...findLines(files, () => true, hosts)];
};

export const lockfileNamesNoAddress: TidyRule = (files) =>
  /"resolved"\s*:/.test(files.get("package-lock.json") ?? "") ? ["package-lock.json records download addresses"] : [];

/** Every system's binaries are locked, or `npm ci` refuses: npm leaves out what the registry did not have that day. */
export const lockfileIsComplete: TidyRule = (files) => {
  const { packages = {} } = JSON.parse(files.get("package-lock.json") ?? "{}");
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)));
  const wanted = Object.values<{ readonly optionalDependencies?: object }>(packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}),
  );
  return wanted.filter((name) => !locked.has(name)).map((name) => `package-lock.json lacks ${name}`);
};

function findLines(files: FileMap, includes: (path: string) => boolean, pattern: RegExp): readonly string[] {
  return pathsIn(files, /./)
    .filter(includes)
    .flatMap((path) =>
      (files.get(path) ?? "")
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}

/** Metaphors that named several things each; the field's own words are in their place. */
const OLD_NAMES = [
  "Desk",
  "Ground",
  "Deed",
  "Asker",
  "Doorman",
  "Stir",
  "Bell",
  "Seat",
  "Glance",
  "Heard",
  "Mend",
  "Anew",
];
const OLD_PHRASES =
  /\b(?:mends?|mended|seldom|anew|whoever|left out|none of ours|is at it|at most so long|(?<!\bthere )(?:is|are) no (?:name|number|port|JSON|folder|file|address|path|word|method|text))\b/;
const TEXTS = /"[^"\n]*"|`[^`\n]*`|>[^<>{}\n]+</g;

/** Words that made readers stumble do not come back: in exported names, and in text for people. */
export const oldWordsStayAway: TidyRule = (files) =>
  pathsIn(files, SOURCE)
    .filter((path) => !path.includes("/testing/"))
    .flatMap((path) => {
      const text = files.get(path) ?? "";
      const names = [...text.matchAll(/^export (?:async )?(function|const|class|type) (\w+)/gm)]
        .filter(([, kind, name = ""]) => isOldName(name) || (kind === "function" && name.endsWith("Of")))
        .map(([, , name = ""]) => `${path} exports ${name}: use the field's own word`);
      const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
      const said = [...code.matchAll(TEXTS)].filter(([sentence]) => OLD_PHRASES.test(sentence));
      return [...names, ...said.map(([sentence]) => `${path} says ${sentence.slice(0, 60)}: plain English`)];
    });

const isOldName = (name: string): boolean =>
  (name.match(/[A-Z]?[a-z]+/g) ?? []).some((hump) => OLD_NAMES.includes(`${hump[0]?.toUpperCase()}${hump.slice(1)}`));
