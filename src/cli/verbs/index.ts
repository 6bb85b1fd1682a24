import type { Group, Verb, VerbModule } from "../verb.ts";

/** One line registers a verb: its group, how it is called, what it does. Its file is loaded only when it is called. */
export const verbs: readonly Verb[] = [
  verb(
    "start",
    "start [PATH|URL...] [options]",
    "start the daemon, add projects, open the dashboard",
    () => import("./start.ts"),
  ),
  verb(
    "start",
    'new ["title" | ISSUE] [options]',
    "start a session: an agent in a workspace of its own",
    () => import("./new.ts"),
    ["spawn"],
  ),
  verb(
    "start",
    "create NAME... [options]",
    "create named sessions that wait for a prompt",
    () => import("./create.ts"),
  ),
  verb("start", 'prompt SESSION "text"', "tell a session what to do", () => import("./prompt.ts")),
  verb("start", "init [PATH]", "write the settings of a project; starts nothing", () => import("./init.ts")),
  verb("look", "list [--all]", "show who needs you, and what the others do", () => import("./list.ts"), ["ls"]),
  verb("look", "status [SESSION]", "show one session in depth", () => import("./status.ts")),
  verb("look", "why SESSION", "show the reasons behind a state, and what would change it", () => import("./why.ts")),
  verb("look", "attach SESSION", "show its live terminal; Ctrl-] leaves", () => import("./attach.ts")),
  verb("look", "logs SESSION [-f]", "print what its agent wrote", () => import("./logs.ts")),
  verb("look", "events [SESSION] [-f]", "print what happened and what was decided", () => import("./events.ts")),
  verb("look", "open SESSION", "open it in tmux, iTerm2 or the browser", () => import("./open.ts")),
  verb("look", "dashboard [--link]", "open the dashboard, signed in", () => import("./dashboard.ts")),
  verb(
    "talk",
    'send SESSION "text" [--wait]',
    "send a message: queued, delivered, receipted",
    () => import("./send.ts"),
  ),
  verb("talk", 'answer SESSION "text"', "answer what an agent asks", () => import("./answer.ts")),
  verb("talk", "interrupt SESSION", "end the turn of an agent", () => import("./interrupt.ts")),
  verb("talk", "restart SESSION", "begin the turn again in the same conversation", () => import("./restart.ts")),
  verb("talk", "pause SESSION | --project P", "hold automatic turns", () => import("./pause.ts")),
  verb("talk", "resume SESSION | --project P", "let automatic turns begin again", () => import("./resume.ts")),
  verb("talk", "release SESSION", "hand a session back after a take-over", () => import("./release.ts")),
  verb(
    "plan",
    "issue [new|list|show|edit|comment|close|reopen|import] [options]",
    "write, read and import issues",
    () => import("./issue.ts"),
  ),
  verb(
    "keep tidy",
    "stop [SESSION...] [options]",
    "stop sessions, their work saved; alone: the daemon",
    () => import("./stop.ts"),
  ),
  verb(
    "keep tidy",
    "restore SESSION",
    "bring back a stopped session with its files and conversation",
    () => import("./restore.ts"),
  ),
  verb(
    "keep tidy",
    "cleanup",
    "remove what finished sessions left, and say what was freed",
    () => import("./cleanup.ts"),
  ),
  verb(
    "keep tidy",
    "doctor",
    "show what is installed or broken, and the command that mends it",
    () => import("./doctor.ts"),
  ),
  verb("keep tidy", "add-project [PATH|URL...]", "add projects to the daemon", () => import("./add-project.ts")),
  verb("keep tidy", "remove-project PROJECT", "forget a project; its files stay", () => import("./remove-project.ts")),
  verb(
    "keep tidy",
    "service install|uninstall",
    "start the daemon at login, or no longer",
    () => import("./service.ts"),
  ),
  verb("keep tidy", "uninstall", "remove what ao keeps; your work stays", () => import("./uninstall.ts")),
  verb("keep tidy", "config get|set|show [KEY] [VALUE]", "read and change settings", () => import("./config.ts")),
  verb("keep tidy", "config-help [TOPIC]", "explain every setting", () => import("./config-help.ts")),
  verb("keep tidy", "token", "print the token of this home", () => import("./token.ts")),
  verb("keep tidy", "api METHOD PATH [-d JSON]", "ask the daemon anything it can be asked", () => import("./api.ts")),
  verb(
    "keep tidy",
    "completion zsh|bash|fish",
    "print the completion script of a shell",
    () => import("./completion.ts"),
  ),
  verb("hidden", "scripted-agent [FILE]", "be an agent that follows a script", () => import("./scripted-agent.ts")),
  verb("hidden", "__complete -- WORD...", "say what may be typed next", () => import("./complete.ts")),
];

function verb(
  group: Group | "hidden",
  usage: string,
  summary: string,
  load: () => Promise<VerbModule>,
  aliases: readonly string[] = [],
): Verb {
  return { name: usage.split(" ")[0] ?? usage, aliases, group, usage, summary, load };
}
