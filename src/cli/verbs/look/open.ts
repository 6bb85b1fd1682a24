import type { Command } from "commander";
import { runProgram } from "../../../lib/run.ts";
import { connect } from "../../daemon/connect.ts";
import { openInBrowser } from "../../open-browser.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { formatLink } from "../../render/paint.ts";
import { formatCommandLine } from "../../render/shell-words.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao open app-7", "where you are: a tmux window, an iTerm2 tab, else the browser"],
  ["ao open app-7 --in browser", "its page in the dashboard"],
  ["ao open app-7 --in tmux", "a window of the tmux you are in"],
] as const;

const PLACES = ["browser", "tmux", "iterm2"] as const;
type PlaceName = (typeof PLACES)[number];

export function define(command: Command, io: Io): void {
  command
    .argument("<session>", "id, name or issue")
    .option("--in <place>", `${PLACES.join(", ")} (default: auto-detect)`)
    .action((session: string, options: { readonly in?: string }) => open(io, session, options.in));
}

async function open(io: Io, session: string, named: string | undefined): Promise<void> {
  const place = named === undefined ? findPlaceAround(io.env) : PLACES.find((one) => one === named);
  if (place === undefined)
    throw new WrongUse(`${named ?? ""} is not a place to open a session in; nothing was opened`, {
      candidates: PLACES,
      try: [`ao open ${session}`],
    });
  const client = await connect(io);
  const { id } = await client.status({ id: session });
  if (place === "browser") return openPage(io, id, (await client.loginTicket({})).url);
  const argv = place === "tmux" ? buildTmuxWindow(id) : buildItermTab(id);
  const opened = await runProgram({ program: argv[0], args: argv.slice(1), env: io.env, timeoutMs: 10_000 });
  if (opened.ok && opened.code === 0) return tellOpened(io, id, place);
  throw new CliFailure({
    code: "not_opened",
    message: `${id} was not opened in ${place}: ${opened.ok ? opened.stderr.trim() || `exit code ${opened.code}` : opened.reason}`,
    try: [`ao attach ${id}`],
  });
}

function findPlaceAround(env: NodeJS.ProcessEnv): PlaceName {
  if (env["TMUX"] !== undefined) return "tmux";
  return env["TERM_PROGRAM"] === "iTerm.app" ? "iterm2" : "browser";
}

const findSelf = (): readonly [string, ...string[]] => [process.execPath, ...process.argv.slice(1, 2)];

const buildTmuxWindow = (id: string) => ["tmux", "new-window", "-n", id, "--", ...findSelf(), "attach", id] as const;

/** AppleScript takes the command as its argument, so nothing of it is read as a script. */
const ITERM = `on run argv
tell application "iTerm2" to tell current window to create tab with default profile command (item 1 of argv)
end run`;

const buildItermTab = (id: string) =>
  ["osascript", "-e", ITERM, formatCommandLine([...findSelf(), "attach", id])] as const;

const tellOpened = (io: Io, id: string, place: PlaceName): void => {
  io.print(io.json ? JSON.stringify({ id, place }) : `opened ${id} in ${place}`);
};

async function openPage(io: Io, id: string, ticket: string): Promise<void> {
  const url = `${ticket}&to=${encodeURIComponent(`/sessions/${encodeURIComponent(id)}`)}`;
  if (io.json) return io.print(JSON.stringify({ id, url }));
  if (io.answer.isTerminal && (await openInBrowser(io, url))) return tellOpened(io, id, "browser");
  io.print(io.answer.isTerminal ? formatLink(url, io.answer) : url);
}
