import type { Actor } from "./actor.ts";
import type { ChangeId, IncidentId, IssueId, MessageId, ProjectId, SessionId, TurnId } from "../model/ids.ts";
import type { Ms } from "../model/now.ts";
import type { Session } from "../session/session.ts";

/** What a person asked for, by CLI, dashboard, SDK or MCP. The edge has checked the names; the core decides the rest. */
export type Command = WorkCommand | IssueCommand | ProjectCommand;

export type WorkCommand =
  | { readonly kind: "start_session"; readonly session: NewSession }
  | { readonly kind: "send"; readonly session: SessionId; readonly text: string }
  | { readonly kind: "answer"; readonly session: SessionId; readonly questionId: string; readonly text: string }
  | { readonly kind: "stop"; readonly session: SessionId; readonly keepWorkspace: boolean }
  | { readonly kind: "restore" | "restart" | "interrupt" | "pause" | "resume" | "release"; readonly session: SessionId }
  | { readonly kind: "take_over"; readonly session: SessionId; readonly clients: number }
  | {
      readonly kind: "approve_reaction" | "decline_reaction";
      readonly session: SessionId;
      readonly incident: IncidentId;
    }
  /** Turns that a restored database does not know, the oldest first, and the messages they began with. */
  | {
      readonly kind: "recall_turns";
      readonly session: SessionId;
      readonly turns: readonly TurnId[];
      readonly messages: readonly MessageId[];
    }
  | { readonly kind: "land" | "unqueue"; readonly change: ChangeId }
  /** Runs its checks again, whatever is known of its head. */
  | { readonly kind: "check_change"; readonly change: ChangeId }
  /** A person lets through what somebody without access said in a review, word for word. */
  | { readonly kind: "approve_remark"; readonly change: ChangeId; readonly text: string }
  /** Another place in the queue: there the order is that of asking. */
  | { readonly kind: "move_in_queue"; readonly change: ChangeId; readonly asIfAskedAtMs: Ms };

export type IssueCommand = { readonly kind: "approve_text"; readonly issue: IssueId; readonly text: string };

export type ProjectCommand =
  | { readonly kind: "pause_project"; readonly project: ProjectId }
  | { readonly kind: "resume_project"; readonly project: ProjectId }
  /** Runs the checks of the base again. */
  | { readonly kind: "check_base"; readonly project: ProjectId };

/** As it comes in: an observation like others, which says who asks. */
export type GivenCommand = { readonly kind: "command_given"; readonly by: Actor; readonly command: Command };

/** A session as it is asked for; its id, name and branch are free at that moment, the edge has seen to that. */
export type NewSession = Pick<
  Session,
  "id" | "project" | "role" | "title" | "task" | "branch" | "agent" | "forced" | "base"
> & {
  readonly prompt: string;
  /** The session that must have landed before this one begins. */
  readonly after?: SessionId | null;
};
