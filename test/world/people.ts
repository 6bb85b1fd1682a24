/** The humans and their commands to the daemon. What they want is drawn in `whims.ts`, or follows from `duties.ts`. */
import type { ChangeId, IssueId, SessionId } from "../../src/domain/model/ids.ts";
import type { Agents } from "./agents.ts";
import type { ForgeChange } from "./forge-state.ts";
import type { WorldProject } from "./project.ts";
import type { Receipts } from "./receipts.ts";
import type { Scene } from "./scene.ts";
import type { Sessions } from "./sessions.ts";
import type { PeopleTraits } from "./swarm.ts";
import { tokensIn } from "./tokens.ts";
import type { Visitors } from "./visitors.ts";

/** What people ask of the daemon. `approve_reaction` means whatever is prepared for that session now. */
export type PersonCommand =
  | { readonly kind: "send"; readonly session: SessionId; readonly text: string }
  | { readonly kind: "answer"; readonly session: SessionId; readonly questionId: string; readonly text: string }
  | { readonly kind: "stop"; readonly session: SessionId; readonly keepWorkspace: boolean }
  | {
      readonly kind: "restore" | "pause" | "resume" | "interrupt" | "restart" | "approve_reaction";
      readonly session: SessionId;
    }
  | { readonly kind: "land"; readonly change: ChangeId }
  | { readonly kind: "approve_text"; readonly issue: IssueId; readonly text: string };

/** Resolves when the daemon has taken it on or refused it; rejects when nobody can say (the daemon died). */
export type Commands = (by: string, command: PersonCommand) => Promise<"accepted" | "refused">;

/** A person's words that were accepted: the agent has to read them once, or somebody has to hear why not. */
export type Owed = {
  readonly word: string;
  readonly session: SessionId;
  readonly text: string;
  readonly awakeMs: number;
};

type Parts = {
  readonly scene: Scene;
  readonly traits: PeopleTraits;
  readonly projects: readonly WorldProject[];
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly receipts: Receipts;
  readonly visitors: Visitors;
};

export class People {
  readonly owed: Owed[] = [];
  /** Questions whose answer the daemon has taken on. */
  readonly answered = new Set<string>();
  /** Sessions whose directory somebody asked to be left when they were stopped. */
  readonly keeping = new Set<SessionId>();
  readonly parts: Parts;
  private commands: Commands | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Who takes their commands now; null: no daemon is up. */
  turnTo(commands: Commands | null): void {
    this.commands = commands;
  }

  /** Is anybody there to take an order? */
  get areHeard(): boolean {
    return this.commands !== null;
  }

  /** Hands one command over. It counts as accepted when the daemon has said so, and not before. */
  order(by: string, command: PersonCommand): void {
    const { ledger } = this.parts.scene;
    if (this.commands === null) return;
    ledger.count(`command:${command.kind}`);
    this.noteAsked(command);
    this.commands(by, command).then(
      (answer) => {
        ledger.mark(`${command.kind} ${answer}`);
        if (answer === "accepted") this.noteAccepted(command);
      },
      (error: unknown) => {
        ledger.count("commands:lost");
        ledger.mark(`${command.kind} lost: ${String(error)}`);
      },
    );
  }

  /** Whatever was asked may come to pass, even if the answer gets lost. */
  private noteAsked(command: PersonCommand): void {
    if (command.kind === "approve_text")
      for (const word of tokensIn(command.text, "stranger")) this.parts.receipts.letThrough.add(word);
    if (command.kind === "land")
      for (const project of this.parts.projects) project.forge.truth.askedByPerson(command.change);
    if (command.kind === "pause") this.setPaused(command.session, true);
    if (command.kind === "stop" && command.keepWorkspace) this.keeping.add(command.session);
    if ("session" in command) this.noteAskedOf(command);
  }

  private noteAskedOf(command: Extract<PersonCommand, { readonly session: SessionId }>): void {
    this.parts.sessions.pulse(command.session);
    const session = this.parts.sessions.all.get(command.session);
    if (session !== undefined && command.kind === "stop") session.wasEnded = true;
    for (const { project, change } of this.changes()) {
      if (change.session !== command.session) continue;
      if (command.kind === "approve_reaction") change.ci.approved += 1;
      if (command.kind === "stop") project.forge.state.endCi(change);
    }
  }

  private noteAccepted(command: PersonCommand): void {
    if (command.kind === "land")
      for (const project of this.parts.projects) project.forge.truth.askedByPerson(command.change);
    if (command.kind === "send") {
      const awakeMs = this.parts.scene.clock.awakeMs;
      for (const word of tokensIn(command.text, "say"))
        this.owed.push({ word, session: command.session, text: command.text, awakeMs });
    }
    if (command.kind === "answer") this.answered.add(command.questionId);
    if (command.kind === "resume") this.setPaused(command.session, false);
  }

  private setPaused(id: SessionId, isPaused: boolean): void {
    const session = this.parts.sessions.all.get(id);
    if (session !== undefined) session.pausedByPerson = isPaused;
  }

  *changes(): Generator<{ readonly project: WorldProject; readonly change: ForgeChange }> {
    for (const project of this.parts.projects)
      for (const change of project.forge.state.changes.values()) yield { project, change };
  }
}
