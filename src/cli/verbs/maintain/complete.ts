/** What a shell asks while a person types: the words that may stand here. Never starts a daemon, never complains. */
import { Command } from "commander";
import { resolveCommand } from "../../run/actions.ts";
import { createDaemonClient } from "../../daemon/daemon-client.ts";
import type { Io } from "../../render/io.ts";
import type { CliVerb } from "../../run/verb.ts";

export const hasJson = false;
export const examples = [["ao __complete -- status a", "what the scripts of `ao completion` ask"]] as const;

export function define(command: Command, io: Io, verbs: readonly CliVerb[]): void {
  command.argument("[word...]").action((words: readonly string[]) => complete(io, verbs, words));
}

type Candidate = readonly [word: string, what: string];

async function complete(io: Io, verbs: readonly CliVerb[], words: readonly string[]): Promise<void> {
  const typed = words.at(-1) ?? "";
  const candidates = await listCandidates(io, verbs, words);
  for (const [word, what] of candidates) if (word.startsWith(typed)) io.print(`${word}\t${what}`);
}

async function listCandidates(
  io: Io,
  verbs: readonly CliVerb[],
  words: readonly string[],
): Promise<readonly Candidate[]> {
  if (words.length <= 1)
    return verbs.filter(({ group }) => group !== "hidden").map(({ name, summary }) => [name, summary]);
  const verb = verbs.find(({ name, aliases }) => name === words[0] || aliases.includes(words[0] ?? ""));
  if (verb === undefined) return [];
  if (words.at(-2) === "--project") return listProjects(io);
  if (words.at(-1)?.startsWith("-") === true) return listOptions(verb, verbs, { io, words });
  if (verb.name === "completion") return ["zsh", "bash", "fish"].map((shell) => [shell, ""]);
  if (verb.name === "config" && words.length === 2) return ["get", "set", "show"].map((action) => [action, ""]);
  if (verb.name === "config" || verb.name === "config-help") return listKeys();
  return listNamed(io, verb, words);
}

/** What the words before this one ask for: an action, an issue, a change, a session. */
async function listNamed(io: Io, verb: CliVerb, words: readonly string[]): Promise<readonly Candidate[]> {
  const actions = await listActions(verb, io);
  if (actions.length > 0 && words.length === 2) return actions;
  if (verb.name === "issue" || verb.name === "batch") return takesIssue(verb, words) ? listIssues(io, words[1]) : [];
  const isChange = /\bCHANGE\b/.test(verb.usage) && words.length === (actions.length > 0 ? 3 : 2);
  const changes = isChange ? await openChanges(io, verb) : [];
  return isChange || takesSession(verb, words.length - 1) ? [...(await listSessions(io, verb)), ...changes] : [];
}

async function listActions(verb: CliVerb, io: Io): Promise<readonly Candidate[]> {
  const command = new Command(verb.name);
  (await verb.load()).define(command, io, []);
  return command.commands.map((action) => [action.name(), action.description()]);
}

const takesIssue = ({ name }: CliVerb, words: readonly string[]): boolean =>
  name === "batch" || (words.length === 3 && ["show", "edit", "comment", "close", "reopen"].includes(words[1] ?? ""));

async function listIssues(io: Io, action: string | undefined): Promise<readonly Candidate[]> {
  const all = action === "reopen" || action === "show" ? { all: true } : {};
  const found = await askQuietly(() => createDaemonClient(io.env).listIssues(all, connectQuickly()));
  return found.map(({ name, title }) => [name, title]);
}

async function openChanges(io: Io, verb: CliVerb): Promise<readonly Candidate[]> {
  const all = verb.name === "revert" ? { all: true } : {};
  const found = await askQuietly(() => createDaemonClient(io.env).listChanges(all, connectQuickly()));
  return found.map(({ name, title }) => [name, title]);
}

/** Session stands first; only \`stop\` takes several. */
const takesSession = ({ usage, name }: CliVerb, position: number): boolean =>
  /\bSESSION\b/.test(usage) && (position === 1 || name === "stop");

type Typed = { readonly io: Io; readonly words: readonly string[] };

async function listOptions(
  verb: CliVerb,
  verbs: readonly CliVerb[],
  { io, words }: Typed,
): Promise<readonly Candidate[]> {
  const command = new Command(verb.name);
  (await verb.load()).define(command, io, verbs);
  return resolveCommand(command, words.slice(1)).options.flatMap(({ long, description }): readonly Candidate[] =>
    typeof long === "string" ? [[long, description]] : [],
  );
}

const connectQuickly = () => ({ retryForMs: 0, signal: AbortSignal.timeout(1_000) });

async function listSessions(io: Io, verb: CliVerb): Promise<readonly Candidate[]> {
  const all = verb.name === "restore" ? { all: true } : {};
  const found = await askQuietly(() => createDaemonClient(io.env).listSessions(all, connectQuickly()));
  return found.map(({ id, title }) => [id, title]);
}

async function listProjects(io: Io): Promise<readonly Candidate[]> {
  const found = await askQuietly(() => createDaemonClient(io.env).listProjects({}, connectQuickly()));
  return found.map(({ id, path }) => [id, path]);
}

async function listKeys(): Promise<readonly Candidate[]> {
  const { explainKeys } = await import("../../../config/explain/explain.ts");
  return explainKeys()
    .filter(({ key }) => !key.includes("<") && !key.includes("["))
    .map(({ key, meaning }) => [key, meaning]);
}

/** In the middle of a line that is being typed there is nobody to tell. */
async function askQuietly<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const [asked] = await Promise.allSettled([Promise.resolve().then(ask)]);
  return asked?.status === "fulfilled" ? asked.value : [];
}
