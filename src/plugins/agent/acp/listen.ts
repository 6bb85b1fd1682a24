/**
 * What an ACP agent says. We initialize, load or make the session, then prompt, each when the step before was answered.
 * What it tells while it loads is the past. The prompt counts as read with the first thing that it says to it, and the
 * turn is over when the prompt is answered.
 */
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { createEvent, createFrame } from "../shared/dialect.ts";
import type { EndResult, EndedProcess, AgentReport, ListenedTurn, Listener } from "../shared/dialect.ts";
import { computeGrowth } from "../shared/conversation/memory.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { getNumberAt, getObjectAt, getTextAt, getValueAt, type Json } from "../shared/parse-json.ts";
import { formatMessageLine, createRpcListener, type RpcMessage } from "../shared/rpc.ts";
import { createCancellation, createRequest } from "./messages.ts";
import { AcpPermissions } from "./permissions.ts";
import type { Profile } from "./profiles.ts";
import { AcpUpdates } from "./updates.ts";

type Manners = Pick<Profile, "mode" | "fails">;

export function listenToAcp(turn: ListenedTurn, settings: AgentSettings, manners: Manners): Listener {
  return createRpcListener(new AcpEars(turn, settings, manners));
}

class AcpEars {
  private readonly permissions: AcpPermissions;
  private readonly turn: ListenedTurn;
  private readonly updates = new AcpUpdates();
  /** The session was begun in this turn: nothing of what it cost was counted before. */
  private isNew = false;
  private session: string | null = null;
  private isPrompted = false;
  private isRead = false;
  private readonly manners: Manners;

  constructor(turn: ListenedTurn, settings: AgentSettings, manners: Manners) {
    this.turn = turn;
    this.manners = manners;
    this.permissions = new AcpPermissions(turn.turn, settings.permissions);
  }

  hear(message: RpcMessage): readonly AgentReport[] {
    if (message.kind === "answer") return this.onAnswer(message);
    if (message.kind === "asked") return this.onAsked(message);
    if (message.method !== "session/update" || !this.isPrompted) return [];
    const update = getObjectAt(message.params, "update");
    return [...this.read(update), ...this.permissions.onUpdate(update), ...this.updates.hear(update)];
  }

  /** The protocol has no way to say more within a turn. */
  steer(): null {
    return null;
  }

  answer(questionId: string, text: string): string | null {
    return this.permissions.answer(questionId, text);
  }

  gone({ result, why }: EndedProcess): readonly AgentReport[] {
    const said = this.updates.flush();
    return [...said, ...this.remembered(), createEvent({ kind: "ended", how: result.kind, why }), this.end(result, {})];
  }

  interrupt(): string | null {
    if (this.session === null || !this.isPrompted) return null;
    return formatMessageLine(createCancellation({ sessionId: this.session }));
  }

  /** What it says about itself (its commands, its modes) it says to nobody. */
  private read(update: Json): readonly AgentReport[] {
    if (this.isRead || !SAYS.has(getTextAt(update, "sessionUpdate") ?? "")) return [];
    this.isRead = true;
    return [{ tell: "acknowledged" }];
  }

  private onAsked(asked: Extract<RpcMessage, { kind: "asked" }>): readonly AgentReport[] {
    if (asked.method !== "session/request_permission") return [this.permissions.refuse(asked)];
    const read = this.isRead ? [] : [{ tell: "acknowledged" } as const];
    this.isRead = true;
    const told = getObjectAt(asked.params, "toolCall");
    const began = [...this.updates.flush(), ...this.updates.began(told)];
    return [...read, ...began, ...this.permissions.hear(asked, this.updates.callOf(told))];
  }

  private onAnswer({ id, result, error }: Extract<RpcMessage, { kind: "answer" }>): readonly AgentReport[] {
    if (id === "initialize") return error === null ? this.open(result) : this.failed(error);
    if (id === "load" && error !== null) return this.begin(NOT_FOUND);
    if (id === "load") return this.prompt(this.turn.memory.conversation ?? "", this.turn.text);
    if (id === "new") return error === null ? this.onNew(result) : this.failed(error);
    return id === "prompt" ? this.onPrompted(result, error) : [];
  }

  private open(result: Json): readonly AgentReport[] {
    const { conversation } = this.turn.memory;
    if (conversation === null) return this.begin(null);
    if (getValueAt(result, "agentCapabilities", "loadSession") !== true) return this.begin(NOT_FOUND);
    const params = { sessionId: conversation, cwd: this.turn.workspacePath, mcpServers: [] };
    return [createFrame("load", createRequest("load", "session/load", params))];
  }

  private begin(note: string | null): readonly AgentReport[] {
    const params = { cwd: this.turn.workspacePath, mcpServers: [] };
    const said = note === null ? [] : [createEvent({ kind: "note", text: note })];
    return [...said, createFrame("new", createRequest("new", "session/new", params))];
  }

  private onNew(result: Json): readonly AgentReport[] {
    const session = getTextAt(result, "sessionId") ?? "";
    this.isNew = true;
    const hadOne = this.turn.memory.conversation !== null;
    const text = hadOne ? `${this.turn.text}\n\n(${FRESH})` : this.turn.text;
    return [{ tell: "remember", memory: { conversation: session, usd: 0 } }, ...this.prompt(session, text)];
  }

  private prompt(session: string, text: string): readonly AgentReport[] {
    this.session = session;
    this.isPrompted = true;
    const { mode: modeId } = this.manners;
    const said = { sessionId: session, prompt: [{ type: "text" as const, text }] };
    const prompt = createFrame("prompt", createRequest("prompt", "session/prompt", said));
    if (modeId === undefined) return [prompt];
    return [createFrame("mode", createRequest("mode", "session/set_mode", { sessionId: session, modeId })), prompt];
  }

  private onPrompted(answer: Json, error: Json | null): readonly AgentReport[] {
    const read: readonly AgentReport[] = this.isRead || error !== null ? [] : [{ tell: "acknowledged" }];
    const said = this.updates.flush();
    const trouble = error ?? this.troubleSaid();
    const result = trouble === null ? toEndResult(getTextAt(answer, "stopReason")) : toFailure(trouble);
    const why = "why" in result ? result.why : "";
    const limit = createEvent({
      kind: "limit",
      why: trouble === null ? "" : JSON.stringify(trouble),
      untilWallMs: null,
    });
    return [
      ...read,
      ...said,
      ...(result.kind === "limit_reached" ? [limit] : []),
      ...this.remembered(),
      createEvent({ kind: "ended", how: result.kind, why }),
      this.end(result, answer),
    ];
  }

  /** However it ended: what is counted with this turn is not counted with the next. */
  private remembered(): readonly AgentReport[] {
    return this.updates.usd === 0 ? [] : [{ tell: "remember", memory: { usd: this.updates.usd } }];
  }

  /** Some end their turn as if all was well, with the error as their last words. */
  private troubleSaid(): Json | null {
    const message = this.manners.fails?.exec(this.updates.words)?.[1];
    return message === undefined ? null : { message };
  }

  private end(result: EndResult, answer: Json): AgentReport {
    // Counted from the start of the process, which is the turn's.
    const tokens = getNumberAt(answer, "usage", "totalTokens") ?? readQuota(answer);
    // What the session has cost since it began, the turns before this one included.
    const { usd: total } = this.updates;
    const usage = { usd: this.isNew || total === 0 ? total : computeGrowth(total, this.turn.memory.usd), tokens };
    return { tell: "ended", result, usage, words: this.updates.words };
  }

  private failed(error: Json): readonly AgentReport[] {
    const result = toFailure(error);
    const why = "why" in result ? result.why : "";
    return [createEvent({ kind: "ended", how: result.kind, why }), this.end(result, {})];
  }
}

/** As gemini tells what a prompt has used. */
function readQuota(answer: Json): number {
  const count = getObjectAt(answer, "_meta", "quota", "token_count");
  return (getNumberAt(count, "input_tokens") ?? 0) + (getNumberAt(count, "output_tokens") ?? 0);
}

const SAYS: ReadonlySet<string> = new Set<SessionUpdate["sessionUpdate"]>([
  ...(["agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan"] as const),
]);
const NOT_FOUND = "The conversation was not found; a new one begins.";
const FRESH = "The conversation before this message is lost. Look at the branch for what was done so far.";

function toEndResult(stopReason: string | null): EndResult {
  switch (stopReason) {
    case "end_turn":
      return { kind: "done" };
    case "cancelled":
      return { kind: "interrupted" };
    case null:
      return { kind: "failed", why: "it did not say how its turn ended" };
    default:
      return { kind: "failed", why: `its turn ended: ${stopReason.replaceAll("_", " ")}` };
  }
}

function toFailure(error: Json): EndResult {
  const said = [getTextAt(error, "message"), getTextAt(error, "data"), getTextAt(error, "data", "message")]
    .filter(Boolean)
    .join(": ");
  if (LIMIT.test(`${said} ${JSON.stringify(error)}`)) return { kind: "limit_reached", untilWallMs: null };
  return { kind: "failed", why: said === "" ? "it refused without a reason" : said.slice(0, 500) };
}

const LIMIT = /rate.?limit|quota|\b429\b|too many requests|usage limit/i;
