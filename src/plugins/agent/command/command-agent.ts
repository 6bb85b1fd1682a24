/**
 * The agent `command`: any program. Each turn runs it once in the workspace, with the message on stdin; what it prints is
 * what the agent says, its exit code how the turn ended. It takes no words while it works, so messages wait for the next
 * turn. With `drive: terminal` it runs on a screen instead, where people can type; the message is in `AO_PROMPT_FILE` and
 * nothing is typed by us.
 */
import { nameTurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import type { AgentPlugin, TurnRequest } from "../../../slots/agent.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import type { AgentOptions } from "../shared/agent-options.ts";
import { noteBegun, noteTurn } from "../shared/conversation/conversation.ts";
import { answerWithQuestion } from "./answer-text.ts";
import { DRIVES, parseCommandSettings, type CommandSettings } from "./parse-settings.ts";
import { explainNotStarted } from "../shared/parse-agent-settings.ts";
import { resolveProgram } from "../shared/program.ts";
import { readConversation } from "./read-conversation.ts";
import { readNews } from "./read-news.ts";

export function createCommandAgent(options: AgentOptions): AgentPlugin {
  const { nowMs = Date.now } = options;
  const parsed = parseCommandSettings(options.settings);
  return {
    name: "command",
    output: "words",
    tellsNoMoney: true,
    tellsNoTokens: true,
    drive: parsed.ok ? parsed.settings.drive : "turns",
    drives: DRIVES,
    program: parsed.ok ? ok(parsed.settings.command[0]) : failed("refused", explainNotStarted(parsed.problem)),
    launch: async (request) => {
      if (!parsed.ok) return failed("refused", explainNotStarted(parsed.problem));
      const launch = buildLaunch(options, parsed.settings, request);
      const noted = { program: launch.argv[0] };
      try {
        await noteTurn(options, request, noted);
        if (request.reason !== "answer") return ok(launch);
        const text = answerWithQuestion(options, request);
        noteBegun(options, { ...request, text }, noted);
        return ok({ ...launch, stdin: text });
      } catch (error) {
        return failed("unavailable", `The conversation could not be written down: ${String(error)}`);
      }
    },
    steer: async () => ok(null),
    interrupt: async () => ok(null),
    answer: async () => ok(null),
    news: async (turn, cursor) => {
      try {
        return ok(await readNews({ places: options, turn, cursor, nowMs }));
      } catch (error) {
        return failed("unavailable", `What the agent said could not be read: ${String(error)}`);
      }
    },
    conversation: async (turn, outBytes) => {
      try {
        return ok(await readConversation(options, turn, outBytes));
      } catch (error) {
        return failed("unavailable", `The conversation could not be read: ${String(error)}`);
      }
    },
  };
}

function buildLaunch(options: AgentOptions, { command, drive }: CommandSettings, request: TurnRequest): TurnLaunch {
  const { turn, session, n, reason, text, paths, env } = request;
  const [name, ...args] = command;
  const where = { workspace: paths.workspace, checkout: options.checkout, home: env["HOME"] };
  return {
    turn,
    session,
    cwd: paths.workspace,
    argv: [resolveProgram(name, where), ...args],
    env: {
      ...env,
      AO_TURN: String(n),
      AO_REASON: reason,
      AO_PROMPT_FILE: nameTurnFiles(paths.turn).in,
      AO_CONVERSATION_FILE: paths.conversation,
    },
    stdin: text,
    takesFrames: false,
    hasScreen: drive === "terminal",
  };
}
