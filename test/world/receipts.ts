/**
 * What agents have truly read. A receipt is written at the instant an agent shows that it read a message; every promise
 * about sayings is judged here, by the words themselves.
 */
import type { MessageId, ProjectId, SessionId, TurnId } from "../../src/domain/model/ids.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import { moveWithTree, type ForgeChange, type ForgeState } from "./forge-state.ts";
import type { Outgoing } from "./outgoing.ts";
import { GRACE_MS, type Scene } from "./scene.ts";
import { isQuotation, tokensIn, treesIn, type TokenKind } from "./tokens.ts";

export type Receipt = {
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly message: MessageId;
  readonly text: string;
  readonly atMs: number;
};

export type Reader = {
  readonly project: ProjectId;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly message: MessageId;
  readonly text: string;
};

/** The project's side of a receipt: its changes, its rules, and when its base was last wrongly seen red. */
export type Told = { readonly forge: ForgeState; readonly rules: Rules; readonly baseFlakedMs: () => number };

const ciKinds: readonly TokenKind[] = ["broken", "ugly", "clash"];

export class Receipts {
  readonly log: Receipt[] = [];
  readonly messages = new Set<MessageId>();
  /** How often each person's words were read, quotations aside. */
  readonly said = new Map<string, number>();
  /** Words of strangers that a person let through. */
  readonly letThrough = new Set<string>();
  private readonly scene: Scene;
  private readonly outgoing: Outgoing;
  private readonly toldOf: (project: ProjectId) => Told;

  constructor(scene: Scene, outgoing: Outgoing, toldOf: (project: ProjectId) => Told) {
    this.scene = scene;
    this.outgoing = outgoing;
    this.toldOf = toldOf;
  }

  /** A text is put before an agent, read or not: it may hold no secret and no stranger's words, and must not be stale. */
  judgeText(reader: Reader, launchedMs: number): void {
    this.judgeWords(reader.session, reader.text);
    if (!isQuotation(reader.text)) this.judgeFreshness(reader, launchedMs);
  }

  judgeWords(session: SessionId, text: string): void {
    const { ledger } = this.scene;
    this.outgoing.check(`the agent of ${session}`, text);
    for (const word of tokensIn(text, "stranger")) {
      if (!this.letThrough.has(word)) ledger.violate("I15", `${word}, which nobody approved, reached ${session}`);
    }
    if (isQuotation(text)) return;
    for (const word of tokensIn(text, "own"))
      ledger.violate("I15", `${word}, our own words, was fed back to ${session}`);
  }

  /** The agent has read it. */
  write(reader: Reader): void {
    const { ledger, clock } = this.scene;
    const { session, turn, message, text } = reader;
    this.log.push({ session, turn, message, text, atMs: clock.wallMs });
    ledger.count("receipts");
    ledger.mark(`read ${text}`);
    if (this.messages.has(message)) ledger.violate("I3", `message ${message} was read twice by ${session}`);
    this.messages.add(message);
    if (isQuotation(text)) return;
    this.judgeSayings(reader);
    this.judgeFailures(reader);
  }

  private judgeSayings({ session, text }: Reader): void {
    for (const word of new Set(tokensIn(text, "say"))) {
      const times = (this.said.get(word) ?? 0) + 1;
      this.said.set(word, times);
      if (times > 1) this.scene.ledger.violate("I3", `${word} of a person was read ${times} times by ${session}`);
    }
  }

  /** I9: the text speaks of a head that the daemon has known for a while to be gone. */
  private judgeFreshness({ session, project, text }: Reader, launchedMs: number): void {
    for (const tree of treesIn(text)) {
      for (const change of this.changesOf(project, session)) {
        const about = moveWithTree(change, tree);
        if (about === null || change.shown === null || change.shown.move <= about.move) continue;
        if (launchedMs - change.shown.sinceMs <= GRACE_MS) continue;
        this.scene.ledger.violate(
          "I9",
          `${session} was told of tree ${tree} of ${change.id}, ${launchedMs - change.shown.sinceMs} ms after the daemon saw a newer head`,
        );
      }
    }
  }

  /** I3: one failure of one head is told once. I4: no more tellings than retries until it is truly over. */
  private judgeFailures({ session, project, text }: Reader): void {
    for (const tree of treesIn(text)) {
      for (const change of this.changesOf(project, session)) {
        const about = moveWithTree(change, tree);
        if (about !== null) this.judgeFailure(project, change, `${about.as} ${about.move}`, failureIn(text));
      }
    }
  }

  private judgeFailure(project: ProjectId, change: ForgeChange, where: string, failure: string): void {
    const { ledger } = this.scene;
    const { rules, baseFlakedMs } = this.toldOf(project);
    const { ci } = change;
    ci.receipts += 1;
    ci.receiptsEver += 1;
    ci.toldSinceGreen = true;
    ledger.count("receipts:ci");
    // A base that only seemed red excuses failures, and so ends their trouble in good faith.
    if (baseFlakedMs() >= ci.overSinceMs) return;
    const key = `${where} ${failure}`;
    if (ci.told.has(key)) ledger.violate("I3", `${failure} of ${change.id} (${where}) was told twice`);
    ci.told.add(key);
    const most = rules.reactions["ci-failed"].retriesMax + ci.approved;
    if (ci.receipts > most)
      ledger.violate("I4", `${change.id} was told of failing checks ${ci.receipts} times with ${most} retries`);
  }

  private *changesOf(project: ProjectId, session: SessionId): Generator<ForgeChange> {
    for (const change of this.toldOf(project).forge.changes.values()) if (change.session === session) yield change;
  }
}

/** What truly failed, or the flakes where nothing did. */
function failureIn(text: string): string {
  const truly = ciKinds.flatMap((kind) => tokensIn(text, kind));
  const all = truly.length > 0 ? truly : tokensIn(text, "flake");
  return [...new Set(all)].sort().join("+");
}
