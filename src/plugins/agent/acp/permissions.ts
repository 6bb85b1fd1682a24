/** Leave that an ACP agent asks for. It brings the choices; policy and people pick one of them by what it means. */
import type { PermissionOptionKind } from "@agentclientprotocol/sdk";
import { createEvent, createFrame, type AgentReport } from "../shared/dialect.ts";
import { listAt, getTextAt, type Json } from "../shared/parse-json.ts";
import { decidePermission, parseLeave, type PermissionAnswer, type Permissions } from "../shared/permission.ts";
import { formatMessageLine, type RpcMessage } from "../shared/rpc.ts";
import { leaveGiven } from "./messages.ts";
import type { ToolCall } from "./updates.ts";

type Asked = Extract<RpcMessage, { kind: "asked" }>;
type Open = { readonly asked: Asked; readonly call: string };

export class AcpPermissions {
  private readonly turn: string;
  private readonly permissions: Permissions;
  private readonly open = new Map<string, Open>();

  constructor(turn: string, permissions: Permissions) {
    this.turn = turn;
    this.permissions = permissions;
  }

  hear(asked: Asked, { tool, about }: ToolCall): readonly AgentReport[] {
    const decided = decidePermission(this.permissions, { tool, about });
    if (decided !== "ask") {
      const option = findOption(asked, decided === "allow" ? "once" : "never");
      const told =
        decided === "deny" ? [createEvent({ kind: "note", text: `${tool} was refused by policy: ${about}` })] : [];
      return [...told, createFrame(`answer.${String(asked.id)}`, createOutcome(asked, option))];
    }
    const questionId = `${this.turn}.${String(asked.id)}`;
    this.open.set(questionId, { asked, call: getTextAt(asked.params, "toolCall", "toolCallId") ?? "" });
    const text = `May it do this (${tool})?\n${about}`;
    const choices = listAt(asked.params, "options").map((option) => getTextAt(option, "name") ?? "");
    return [createEvent({ kind: "question", questionId, text, choices }), { tell: "asked", questionId, text, choices }];
  }

  /** The call went on, so it has its answer. */
  onUpdate(update: Json): readonly AgentReport[] {
    const status = getTextAt(update, "status");
    if (status === null || status === "pending") return [];
    const call = getTextAt(update, "toolCallId");
    const settled = [...this.open].filter(([, open]) => open.call === call);
    return settled.map(([questionId]): AgentReport => {
      this.open.delete(questionId);
      return { tell: "answered", questionId };
    });
  }

  answer(questionId: string, text: string): string | null {
    const found = this.open.get(questionId);
    if (found === undefined) return null;
    const { asked } = found;
    const options = listAt(asked.params, "options");
    const named = options.find((option) => getTextAt(option, "name")?.toLowerCase() === text.trim().toLowerCase());
    const counted = /^\d+$/.test(text.trim()) ? options[Number(text) - 1] : undefined;
    return formatMessageLine(createOutcome(asked, named ?? counted ?? findOption(asked, parseLeave(text).kind)));
  }

  /** We offer no files and no terminals. */
  refuse({ id, method }: Asked): AgentReport {
    const error = { code: -32601, message: `${method} is not offered` };
    return createFrame(`refusal.${String(id)}`, { jsonrpc: "2.0", id, error });
  }
}

const KINDS: Readonly<Record<PermissionAnswer["kind"], PermissionOptionKind>> = {
  once: "allow_once",
  always: "allow_always",
  never: "reject_once",
};

function findOption({ params }: Asked, kind: PermissionAnswer["kind"]): Json | undefined {
  const options = listAt(params, "options");
  const family = kind === "never" ? /^reject/ : /^allow/;
  const kindOf = (option: Json): string => getTextAt(option, "kind") ?? "";
  return (
    options.find((option) => kindOf(option) === KINDS[kind]) ?? options.find((option) => family.test(kindOf(option)))
  );
}

function createOutcome({ id }: Asked, option: Json | undefined) {
  const optionId = getTextAt(option, "optionId");
  return leaveGiven(id, {
    outcome: optionId === null ? { outcome: "cancelled" } : { outcome: "selected", optionId },
  });
}
