/**
 * What Claude Code asks while it works: leave to use a tool, or a question of its own (`AskUserQuestion`). Leave is given
 * by policy or by a person; its own questions always go to a person.
 */
import { createEvent, createFrame, type AgentReport } from "../shared/dialect.ts";
import { listAt, getObjectAt, getTextAt, type Json } from "../shared/parse-json.ts";
import { CHOICES, decidePermission, parseLeave, type Permissions } from "../shared/permission.ts";
import { formatToolTitle } from "./tools.ts";

type Open = { readonly requestId: string; readonly tool: string; readonly toolUse: string; readonly input: Json };

/** Told as a question, not as the use of a tool. */
export const OWN_QUESTION = "AskUserQuestion";

export class ClaudeQuestions {
  private readonly permissions: Permissions;
  private readonly open = new Map<string, Open>();

  constructor(permissions: Permissions) {
    this.permissions = permissions;
  }

  hear(json: Json): readonly AgentReport[] {
    const requestId = getTextAt(json, "request_id") ?? "";
    const request = getObjectAt(json, "request");
    if (getTextAt(request, "subtype") !== "can_use_tool")
      return [createFrame(requestId, createResponse(requestId, { error: "nobody here does this" }))];
    const asked: Open = {
      requestId,
      tool: getTextAt(request, "tool_name") ?? "",
      toolUse: getTextAt(request, "tool_use_id") ?? "",
      input: getObjectAt(request, "input"),
    };
    return asked.tool === OWN_QUESTION ? this.ask(asked, parseQuestion(asked.input)) : this.onWish(asked);
  }

  /** The tool has gone on: what it asked is settled. */
  settled(toolUse: string): readonly AgentReport[] {
    const found = [...this.open.values()].find((open) => open.toolUse === toolUse);
    return found === undefined ? [] : this.cancelled(found.requestId);
  }

  cancelled(requestId: string): readonly AgentReport[] {
    return this.open.delete(requestId) ? [{ tell: "answered", questionId: requestId }] : [];
  }

  answer(questionId: string, text: string): string | null {
    const open = this.open.get(questionId);
    if (open === undefined) return null;
    const said = open.tool === OWN_QUESTION ? { ok: fillAnswers(open.input, text) } : { ok: leave(open, text) };
    return `${JSON.stringify(createResponse(questionId, said))}\n`;
  }

  private onWish(asked: Open): readonly AgentReport[] {
    const { requestId, tool, input } = asked;
    const about = formatToolTitle(tool, input);
    const decided = decidePermission(this.permissions, { tool, about });
    if (decided === "ask") {
      const text = `May it use ${tool}?\n${about}`;
      return this.ask(asked, { text, choices: CHOICES });
    }
    const said =
      decided === "allow"
        ? { behavior: "allow", updatedInput: input }
        : { behavior: "deny", message: "The project's settings do not allow this." };
    const told =
      decided === "deny" ? [createEvent({ kind: "note", text: `${tool} was refused by policy: ${about}` })] : [];
    return [...told, createFrame(requestId, createResponse(requestId, { ok: said }))];
  }

  private ask(
    asked: Open,
    { text, choices }: { readonly text: string; readonly choices: readonly string[] },
  ): readonly AgentReport[] {
    this.open.set(asked.requestId, asked);
    const question = { questionId: asked.requestId, text, choices };
    return [createEvent({ kind: "question", ...question }), { tell: "asked", ...question }];
  }
}

type Said = { readonly ok: unknown } | { readonly error: string };

const createResponse = (requestId: string, said: Said) => ({
  type: "control_response",
  response:
    "ok" in said
      ? { subtype: "success", request_id: requestId, response: said.ok }
      : { subtype: "error", request_id: requestId, error: said.error },
});

function leave({ tool, input }: Open, text: string) {
  const given = parseLeave(text);
  if (given.kind === "never") return { behavior: "deny", message: given.why };
  const rule = { type: "addRules", rules: [{ toolName: tool }], behavior: "allow", destination: "session" };
  return { behavior: "allow", updatedInput: input, ...(given.kind === "always" ? { updatedPermissions: [rule] } : {}) };
}

function parseQuestion(input: Json): { readonly text: string; readonly choices: readonly string[] } {
  const questions = listAt(input, "questions");
  const text = questions.map((question) => getTextAt(question, "question") ?? "").join("\n");
  const choices = questions.length === 1 ? listAt(questions[0], "options") : [];
  return { text, choices: choices.map((option) => getTextAt(option, "label") ?? "") };
}

/** The answer is to each of them, in the person's words, or the choice they counted out. */
function fillAnswers(input: Json, text: string) {
  const answers = listAt(input, "questions").map((question) => {
    const option = listAt(question, "options")[Number(text.trim()) - 1];
    return [getTextAt(question, "question") ?? "", getTextAt(option, "label") ?? text.trim()];
  });
  return { behavior: "allow", updatedInput: { ...input, answers: Object.fromEntries(answers) } };
}
