/**
 * An agent plugin made of a dialect: for every tool that prints structured output, whether it is only read or also spoken
 * to. All it needs lies in the folders of the session and its turns.
 */
import type { TurnId } from "../../../domain/model/ids.ts";
import type { AgentPlugin, OwnScreenRequest, TurnRequest } from "../../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import { noteBegun, type ConversationPaths } from "./conversation/conversation.ts";
import type { Dialect, Listener } from "./dialect.ts";
import { listenTo } from "./turn/listen-to-turn.ts";
import { findBilledTo } from "./billed-to.ts";
import { noMemory, recall, remember } from "./conversation/memory.ts";
import { createConversationReader } from "./conversation/read-conversation.ts";
import { createNewsReader } from "./conversation/read-news.ts";

export type ProtocolAgentOptions = ConversationPaths & { readonly dialect: Dialect; readonly nowMs?: () => number };

export function createProtocolAgent({ dialect, nowMs = Date.now, ...places }: ProtocolAgentOptions): AgentPlugin {
  const readNews = createNewsReader({ places, dialect, nowMs });
  const readConversation = createConversationReader();
  const said = (turn: TurnId, say: (listener: Listener) => string | null) =>
    answerSafely("What the agent was to be told could not be put in its words", async () => {
      const listening = await listenTo(places, dialect, turn);
      if (listening === null) return ok(null);
      await listening.ear.hear(listening.state);
      return ok(say(listening.ear.listener));
    });
  return {
    name: dialect.name,
    output: "protocol",
    program: dialect.program,
    drive: "turns",
    drives: ["turns"],
    isToldOfAgentsFile: dialect.isToldOfAgentsFile ?? false,
    tellsNoMoney: dialect.tellsNoMoney ?? false,
    billedTo: (session) => recall(places.sessions, session, dialect.name).billedTo ?? null,
    launch: (request) => answerSafely("The turn could not be prepared", () => launch(places, dialect, request)),
    steer: (turn, text) => said(turn, (listener) => listener.steer(text)),
    interrupt: (turn) => said(turn, (listener) => listener.interrupt()),
    answer: (turn, questionId, text) => said(turn, (listener) => listener.answer(questionId, text)),
    news: (turn, cursor) =>
      answerSafely("What the agent said could not be read", async () => ok(await readNews(turn, cursor))),
    conversation: (turn, outBytes) =>
      answerSafely("The conversation could not be read", async () => {
        const listening = await listenTo(places, dialect, turn);
        return ok(listening === null ? [] : await readConversation(listening, outBytes));
      }),
    ...(dialect.screen === undefined ? {} : { ownScreen: createOwnScreen(places, dialect.name, dialect.screen) }),
  };
}

function createOwnScreen(places: ConversationPaths, agent: string, screen: NonNullable<Dialect["screen"]>) {
  return (request: OwnScreenRequest) =>
    answerSafely("Its own screen could not be prepared", async () => {
      const { conversation } = recall(places.sessions, request.session, agent);
      if (conversation === null) return ok(null);
      const made = await screen(request, conversation);
      return made.ok ? ok({ ...made.value, env: { ...request.env, ...TERM, ...made.value.env } }) : made;
    });
}

/** Of the terminals that our host opens. */
export const TERM = { TERM: "xterm-256color", COLORTERM: "truecolor" };

async function launch(
  places: ConversationPaths,
  dialect: Dialect,
  request: TurnRequest,
): Promise<SlotResult<TurnLaunch>> {
  const isFresh = request.isFresh ?? false;
  const memory = isFresh ? noMemory : recall(places.sessions, request.session, dialect.name);
  const made = await dialect.launch(request, memory);
  if (!made.ok) return made;
  const { argv, stdin, takesFrames, env, needs } = made.value;
  noteBegun(places, request, { program: argv[0], takesFrames, memory });
  if (dialect.logins !== undefined)
    remember(places.sessions, request.session, dialect.name, { billedTo: findBilledTo(dialect.logins, request.env) });
  const { turn, session, paths, n, reason } = request;
  return ok({
    ...{ turn, session, cwd: paths.workspace, argv, stdin, takesFrames, hasScreen: false },
    ...(needs === undefined ? {} : { needs }),
    env: {
      ...request.env,
      AO_TURN: String(n),
      AO_REASON: reason,
      ...env,
    },
  });
}

async function answerSafely<T>(what: string, ask: () => Promise<SlotResult<T>>): Promise<SlotResult<T>> {
  try {
    return await ask();
  } catch (error) {
    return failed("unavailable", `${what}: ${String(error)}`);
  }
}
