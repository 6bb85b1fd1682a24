/** What codex asks for while it works: leave to run a command or change files, or a question of its own. */
import { createEvent, createFrame, type AgentReport } from "../shared/dialect.ts";
import { listAt, getTextAt, getTextsAt, type Json } from "../shared/parse-json.ts";
import { CHOICES, decidePermission, parseLeave, type Permissions } from "../shared/permission.ts";
import { formatMessageLine, type RpcMessage } from "../shared/rpc.ts";
import { formatCommand } from "./items.ts";

type Asked = Extract<RpcMessage, { kind: "asked" }>;

export class CodexApprovals {
  private readonly turn: string;
  private readonly permissions: Permissions;
  private readonly open = new Map<string, Asked>();

  constructor(turn: string, permissions: Permissions) {
    this.turn = turn;
    this.permissions = permissions;
  }

  hear(asked: Asked): readonly AgentReport[] {
    const { method, params } = asked;
    if (method === "item/tool/requestUserInput") return this.ask(asked, parseQuestion(params));
    const tool = TOOLS[method];
    if (tool === undefined)
      return [
        createFrame(this.nameOf(asked), { id: asked.id, error: { code: -32601, message: "nobody here does this" } }),
      ];
    const about = formatCommand(params) || (getTextAt(params, "reason") ?? getTextsAt(params, "paths").join(" "));
    const decided = decidePermission(this.permissions, { tool, about });
    if (decided === "ask") return this.ask(asked, { text: `May it use ${tool}?\n${about}`, choices: CHOICES });
    const answer = { id: asked.id, result: { decision: decided === "allow" ? "accept" : "decline" } };
    const told =
      decided === "deny" ? [createEvent({ kind: "note", text: `${tool} was refused by policy: ${about}` })] : [];
    return [...told, createFrame(this.nameOf(asked), answer)];
  }

  resolved(id: unknown): readonly AgentReport[] {
    const questionId = `${this.turn}.${String(id)}`;
    return this.open.delete(questionId) ? [{ tell: "answered", questionId }] : [];
  }

  answer(questionId: string, text: string): string | null {
    const asked = this.open.get(questionId);
    if (asked === undefined) return null;
    const questions = listAt(asked.params, "questions");
    if (questions.length > 0)
      return formatMessageLine({ id: asked.id, result: { answers: fillAnswers(questions, text) } });
    return formatMessageLine({ id: asked.id, result: { decision: DECISIONS[parseLeave(text).kind] } });
  }

  private ask(
    asked: Asked,
    { text, choices }: { readonly text: string; readonly choices: readonly string[] },
  ): readonly AgentReport[] {
    const questionId = `${this.turn}.${String(asked.id)}`;
    this.open.set(questionId, asked);
    return [createEvent({ kind: "question", questionId, text, choices }), { tell: "asked", questionId, text, choices }];
  }

  private readonly nameOf = ({ id }: Asked): string => `answer.${String(id)}`;
}

const TOOLS: Readonly<Record<string, string>> = {
  "item/commandExecution/requestApproval": "shell",
  "item/fileChange/requestApproval": "edit",
  "item/permissions/requestApproval": "permissions",
};

const DECISIONS = { once: "accept", always: "acceptForSession", never: "decline" } as const;

function parseQuestion(params: Json): { readonly text: string; readonly choices: readonly string[] } {
  const questions = listAt(params, "questions");
  const options = questions.length === 1 ? listAt(questions[0], "options") : [];
  return {
    text: questions.map((question) => getTextAt(question, "question") ?? "").join("\n"),
    choices: options.map((option) => getTextAt(option, "label") ?? ""),
  };
}

function fillAnswers(questions: readonly Json[], text: string) {
  return Object.fromEntries(questions.map((question) => [getTextAt(question, "id") ?? "", { answers: [text.trim()] }]));
}
