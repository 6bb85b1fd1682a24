/** The agent slot: how a turn is put to the scripted agents, and how their output is read. */
import type { ProjectId, TurnId } from "../../src/domain/model/ids.ts";
import { projectId } from "../../src/domain/model/ids.ts";
import type { AgentPlugin, TurnRequest } from "../../src/slots/agent.ts";
import type { ConversationEvent } from "../../src/slots/conversation.ts";
import { failed, ok } from "../../src/slots/result.ts";
import type { Machine } from "./machine.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import { pluginNames } from "./swarm-rules.ts";

const SEPARATOR = "\u0000";

type Parts = {
  readonly scene: Scene;
  readonly machine: Machine;
  readonly project: ProjectId;
  readonly takesFrames: boolean;
  readonly launchedMs: Map<string, number>;
};

export function agentPlugin({ scene, machine, project, takesFrames, launchedMs }: Parts): AgentPlugin {
  const lag = scene.random.fork(`output ${project}`);
  return {
    name: pluginNames.agent,
    output: "words",
    program: ok("agent"),
    drive: "turns",
    drives: ["turns"],
    launch: async (request) => {
      if (!launchedMs.has(request.turn)) launchedMs.set(request.turn, scene.clock.awakeMs);
      return ok({
        turn: request.turn,
        session: request.session,
        cwd: request.paths.workspace,
        argv: ["agent"],
        env: request.env,
        stdin: stdinFor(project, request),
        takesFrames,
        hasScreen: false,
      });
    },
    steer: async (_turn, text) => ok(takesFrames ? ["steer", "", text].join(SEPARATOR) : null),
    interrupt: async () => ok(null),
    answer: async (_turn, questionId, text) => ok(takesFrames ? ["answer", questionId, text].join(SEPARATOR) : null),
    conversation: async (turn, outBytes) => {
      const events = conversationIn(machine, turn);
      return ok(events.filter((event) => outBytes === null || event.outBytes > outBytes));
    },
    news: async (turn, cursor) => {
      if (scene.faults.fires("probe_failed")) return failed("unavailable", "the output could not be read");
      const isBehind = machine.turns.get(turn)?.alive === true && scene.faults.fires("stale_read");
      const from = cursor !== null && scene.faults.fires("news_repeated") ? null : cursor;
      return ok(readNews(machine, turn, from, isBehind ? lag : null));
    },
  };
}

/** What was said after the cursor. Of a living process a reader may see less, and goes on from there. */
function readNews(machine: Machine, turn: TurnId, cursor: string | null, lag: Random | null) {
  const news = machine.turns.get(turn)?.news ?? [];
  const from = cursor === null ? 0 : Number(cursor);
  const upTo = lag === null ? news.length : Math.max(from, news.length - lag.int(1, 2));
  return { entries: news.slice(from, upTo), frames: [], cursor: String(Math.max(from, upTo)) };
}

function conversationIn(machine: Machine, turn: TurnId): readonly ConversationEvent[] {
  const process = machine.turns.get(turn);
  if (process === undefined) return [];
  const said = process.news.flatMap((entry, index): ConversationEvent[] =>
    "words" in entry ? [{ id: entry.id, outBytes: index + 1, kind: "message", text: entry.words }] : [],
  );
  return [{ id: "told", outBytes: 0, kind: "told", text: process.text }, ...said];
}

function stdinFor(project: ProjectId, { message, text }: TurnRequest): string {
  return [project, message, text].join(SEPARATOR);
}

export function stdinOf(stdin: string): {
  readonly project: ProjectId;
  readonly message: string;
  readonly text: string;
} {
  const [project = "", message = "", ...text] = stdin.split(SEPARATOR);
  return { project: projectId(project), message, text: text.join(SEPARATOR) };
}

export function frameOf(bytes: string): { readonly kind: string; readonly questionId: string; readonly text: string } {
  const [kind = "", questionId = "", ...text] = bytes.split(SEPARATOR);
  return { kind, questionId, text: text.join(SEPARATOR) };
}
