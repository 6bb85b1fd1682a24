/** One tmux session per session, one pane in it for its turns: the next turn takes the place of the last. */
import { createHash } from "node:crypto";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { Holder } from "../shared/start-turn.ts";
import type { TmuxCommand, TmuxServer } from "./tmux-server.ts";

/** The option of a pane that names its turn. */
const TURN = "@ao_turn";
const SIZE = ["-x", "120", "-y", "40"] as const;
const OUT_BYTES_MAX = 64 * 1024 * 1024;
/** Each one holds its lines in the server's memory, for people who look at what has ended. */
const DEAD_PANES_KEPT = 20;

/**
 * No status line and no prefix: all of the terminal and every key are the agent's, but for Ctrl-] which leaves. No other
 * screen of the terminal: what scrolls by stays in the viewer's own history. No clipboard for programs nobody has read.
 * The server stays when it has nothing to show: to start it takes longer than to start a turn.
 */
const SETTINGS: readonly TmuxCommand[] = [
  ["set-option", "-g", "history-limit", "10000"],
  ["set-option", "-g", "default-terminal", "screen-256color"],
  ["set-option", "-g", "status", "off"],
  ["set-option", "-g", "prefix", "None"],
  ["set-option", "-g", "terminal-overrides", "*:smcup@:rmcup@"],
  ["set-option", "-s", "exit-empty", "off"],
  ["set-option", "-s", "escape-time", "0"],
  ["set-option", "-s", "set-clipboard", "off"],
  ["set-option", "-w", "-g", "allow-rename", "off"],
  ["bind-key", "-n", "C-]", "detach-client"],
];

export type Pane = {
  readonly id: string;
  readonly session: string;
  /** Empty: no turn of ours. */
  readonly turn: string;
  readonly isDead: boolean;
  readonly activeAt: number;
};

/** Null when there is no server. */
export async function listPanes(server: TmuxServer): Promise<SlotResult<readonly Pane[] | null>> {
  const format = `#{pane_id} #{session_name} #{pane_dead} #{window_activity} #{${TURN}}`;
  const listed = await server.ask(["list-panes", "-a", "-F", format]);
  if (!listed.ok) return listed.error.code === "no_server" ? ok(null) : reportUnavailable(listed.error.message);
  return ok(listed.value.split("\n").filter(Boolean).map(parsePane));
}

function parsePane(line: string): Pane {
  const [id = "", session = "", dead, activity, turn = ""] = line.split(" ");
  return { id, session, turn, isDead: dead === "1", activeAt: Number(activity) };
}

/** Runs the holder in the session's pane. */
export async function beginInPane(server: TmuxServer, holder: Holder): Promise<SlotResult<null>> {
  const name = formatSessionName(holder.launch.session);
  const made = await server.ask(
    ["start-server"],
    ...SETTINGS,
    ["new-session", "-d", "-s", name, ...SIZE, "-c", "/", ...formatPaneCommand(holder)],
    ...listPaneCommands(holder, `=${name}:`),
  );
  if (made.ok) return ok(null);
  if (!made.error.message.includes("duplicate session")) return reportUnavailable(made.error.message);
  return takePlace(server, holder, name);
}

async function takePlace(server: TmuxServer, holder: Holder, name: string): Promise<SlotResult<null>> {
  const panes = await listPanes(server);
  if (!panes.ok) return panes;
  const ours = panes.value?.find(({ session, turn }) => session === name && turn !== "");
  if (ours === undefined)
    return reportUnavailable(`the tmux session ${name} has no pane of ours any more; close it, then try again`);
  const taken = await server.ask(
    ["respawn-pane", "-k", "-t", ours.id, "-c", "/", ...formatPaneCommand(holder)],
    ...listPaneCommands(holder, ours.id),
  );
  return taken.ok ? ok(null) : reportUnavailable(taken.error.message);
}

/** The pane of a screen stays when its program has ended, and what it says is kept. All before the server reads a byte. */
function listPaneCommands({ launch, files, script }: Holder, target: string): readonly TmuxCommand[] {
  const keeper = `exec /bin/sh ${quoteText(script)} keep ${quoteText(files.directory)} ${OUT_BYTES_MAX}`;
  return [
    ["set-option", "-p", "-t", target, TURN, launch.turn],
    ["set-option", "-w", "-t", target, "remain-on-exit", launch.hasScreen ? "on" : "off"],
    launch.hasScreen ? ["pipe-pane", "-t", target, escapeFormats(keeper)] : ["pipe-pane", "-t", target],
  ];
}

/** Several words are run as they are; only a single one would go through a shell. */
const formatPaneCommand = ({ argv }: Holder): readonly string[] => [
  "--",
  "/usr/bin/env",
  "-i",
  "TERM=screen-256color",
  ...argv,
];

const quoteText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** Tmux reads formats and times in this one word. */
const escapeFormats = (text: string): string => text.replaceAll("#", "##").replaceAll("%", "%%");

/** Tmux allows no dots and colons in names. Two sessions never share a name. */
export function formatSessionName(session: string): string {
  const plain = session.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  return plain === session ? session : `${plain}-${createHash("sha256").update(session).digest("hex").slice(0, 8)}`;
}

/** Forgets the screens that ended longest ago. */
export async function sweepDeadPanes(server: TmuxServer): Promise<void> {
  const panes = await listPanes(server);
  const dead = (panes.ok ? (panes.value ?? []) : []).filter(({ isDead, turn }) => isDead && turn !== "");
  const old = dead.toSorted((a, b) => b.activeAt - a.activeAt).slice(DEAD_PANES_KEPT);
  for (const { id } of old) await server.ask(["kill-pane", "-t", id]);
}

const reportUnavailable = (message: string) => failed("unavailable", message);
