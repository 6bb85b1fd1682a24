/** What a result is known by: tree, name, command, set-up, files beside it, environment. Asked the same again, it stands. */
import { createHash } from "node:crypto";
import type { CommitSha, TreeSha } from "../../../domain/model/ids.ts";
import { parseWords } from "../../../lib/text/parse-words.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import { LOCKFILES, TIMEOUT_MS_DEFAULT, type LocalCheckSettings, type CheckCommandText } from "./check-settings.ts";

export type Argv = readonly [string, ...string[]];

/** One check of one tree, with all that its answer depends on. */
export type TreeCheckRequest = {
  readonly key: string;
  readonly tree: TreeSha;
  readonly name: string;
  readonly argv: Argv;
  readonly timeoutMs: number;
  readonly setup: Setup;
  readonly environment: Readonly<Record<string, string>>;
  /** The commit that it sees; null: it sees none. */
  readonly comparedWith: CommitSha | null;
};

export type Setup = { readonly commands: readonly Argv[]; readonly cache: readonly string[]; readonly key: string };

export type ParsedCheckRequest =
  { readonly ok: true; readonly question: TreeCheckRequest } | { readonly ok: false; readonly why: string };

export type CheckEnvironment = {
  readonly settings: LocalCheckSettings;
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: string;
};

type CheckSubjectAt = {
  readonly tree: TreeSha;
  readonly name: string;
  /** What the tree is compared with; null: with nothing. */
  readonly base: ComparedBase | null;
};

export type ComparedBase = { readonly branch: string; readonly commit: CommitSha };

export async function buildCheckRequest(
  git: GitContext,
  { tree, name, base }: CheckSubjectAt,
  { settings, environment, sandbox }: CheckEnvironment,
): Promise<ParsedCheckRequest> {
  const check = settings.commands[name];
  if (check === undefined) return { ok: false, why: `there is no check named ${name} in the configuration` };
  const argv = toArgv(check.command);
  if (!argv.ok) return argv;
  const setup: Argv[] = [];
  for (const command of settings.setup) {
    const words = toArgv(command);
    if (!words.ok) return words;
    setup.push(words.argv);
  }
  const setupKey = await computeSetupKey(git, tree, setup, settings);
  const around = Object.entries(environment).sort(([left], [right]) => (left < right ? -1 : 1));
  const system = [process.platform, process.arch, sandbox];
  const compared = check.compareWithBase === true ? base : null;
  const shown = compared === null ? {} : { AO_BASE: compared.branch, AO_BASE_SHA: compared.commit };
  const { copy, symlinks } = settings;
  const beside = [
    ...(compared === null ? [] : [shown]),
    ...(copy.length + symlinks.length === 0 ? [] : [{ copy, symlinks }]),
  ];
  return {
    ok: true,
    question: {
      key: hash([tree, name, argv.argv, setupKey, around, system, ...beside]),
      ...{ tree, name, argv: argv.argv, environment: { ...environment, ...shown } },
      comparedWith: compared?.commit ?? null,
      timeoutMs: check.timeoutMs ?? TIMEOUT_MS_DEFAULT,
      setup: { commands: setup, cache: settings.cache, key: setupKey },
    },
  };
}

function toArgv(
  command: CheckCommandText,
): { readonly ok: true; readonly argv: Argv } | { readonly ok: false; readonly why: string } {
  if (typeof command === "string") {
    const parsed = parseWords(command);
    return parsed.ok ? { ok: true, argv: parsed.words } : parsed;
  }
  const [program, ...args] = command;
  return program === undefined ? { ok: false, why: "its command is empty" } : { ok: true, argv: [program, ...args] };
}

async function computeSetupKey(
  { own }: GitContext,
  tree: TreeSha,
  setup: readonly Argv[],
  { setupKey, cache }: LocalCheckSettings,
): Promise<string> {
  if (setup.length === 0) return "";
  const files = setupKey.length > 0 ? setupKey : LOCKFILES;
  const listed = need(await own.compute("ls-tree", ["-r", "-z", "--full-tree", tree, "--", ...files]));
  return hash([setup, cache, listed]);
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
