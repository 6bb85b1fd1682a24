/**
 * What must hold in every life, judged by the forge's own state, by the words that agents have read and by the notices that people
 * got; never by the daemon's word. The numbers are those of docs/development/simulation.md.
 */
import type { Notice } from "../../src/slots/notifier.ts";
import { LAG_MS } from "../fakes/git/replica.ts";
import type { PageChange, PageReview, PageWord, PlainForge } from "../fakes/git/plain-forge.ts";
import { isQuotation, tokensIn } from "../world/tokens.ts";
import type { Told } from "./bench.ts";
import type { Time } from "./time.ts";

export type Violation = { readonly invariant: string; readonly detail: string };

/** How long a daemon may take to act on what it was shown; what it could not have seen yet is nobody's fault. */
const GRACE_MS = 60_000 + LAG_MS;
const SAME_AGAIN_MS = 10 * 60_000;
const APPROVALS = 1;

export class Judges {
  readonly violations: Violation[] = [];
  readonly counts = { merges: 0, messages: 0, failuresTold: 0, wordsTold: 0, notices: 0, refusals: 0 };
  /** When each head of each change was first shown to the daemon, the oldest first. */
  private readonly shown = new Map<number, { readonly head: string; readonly atMs: number }[]>();
  private readonly read = new Set<string>();
  private readonly notices = new Map<string, { readonly atMs: number; readonly happened: number }>();
  private readonly objections = new Map<string, number>();
  /** What people were told, for whoever looks for the reason of a failure. */
  readonly told: string[] = [];
  private happened = 0;
  private readonly forge: Pick<PlainForge, "fake" | "page">;
  private readonly time: Time;
  private readonly isGreen: (tree: string) => Promise<boolean>;

  /** `isGreen`: by its files. */
  constructor(forge: Pick<PlainForge, "fake" | "page">, time: Time, isGreen: (tree: string) => Promise<boolean>) {
    this.forge = forge;
    this.time = time;
    this.isGreen = isGreen;
    forge.page.onMerge((number, tree) => this.judgeMerge(number, tree));
    forge.page.onOverview(() => this.noteShown());
  }

  /** Anything at all: what is told again after it may be news. */
  stir(): void {
    this.happened += 1;
    for (const change of this.forge.page.changes()) this.noteObjections(change);
  }

  /** I1: what lands is green, open, approved on its head, not objected to, and not held. */
  private async judgeMerge(number: number, tree: string): Promise<void> {
    this.counts.merges += 1;
    if (!(await this.isGreen(tree))) this.violate("I1", `#${number} makes main red`);
    const change = this.forge.page.changes().find((one) => one.number === number);
    if (change === undefined) return this.violate("I1", `#${number} landed, and is not there`);
    for (const wrong of this.wrongWith(change)) this.violate("I1", `#${number} landed, but ${wrong}`);
  }

  private *wrongWith(change: PageChange): Generator<string> {
    const { head, state, isDraft } = change;
    if (state !== "open" || isDraft) yield "it is not open";
    const checks = this.forge.page.checksOf(head);
    if (checks.length === 0 || checks.some(({ isGreen }) => !isGreen)) yield "its head is red";
    const approvals = lastReviews(change).filter((one) => one.kind === "approved" && one.head === head).length;
    if (approvals < APPROVALS) yield `it has ${approvals} approvals on its head`;
    for (const objection of this.noteObjections(change)) {
      const sinceMs = this.objections.get(objection) ?? this.now();
      if (this.now() - sinceMs > GRACE_MS) yield `there was ${objection} for ${this.now() - sinceMs} ms`;
    }
  }

  private noteObjections(change: PageChange): readonly string[] {
    const { number, labels, reviews } = change;
    const hold = `#${number} hold`;
    const now = [
      ...lastReviews(change).flatMap((one) =>
        one.kind === "changes_requested" ? [`#${number} review ${reviews.indexOf(one)}`] : [],
      ),
      ...(labels.includes("hold") ? [hold] : []),
    ];
    if (!labels.includes("hold")) this.objections.delete(hold);
    for (const objection of now) if (!this.objections.has(objection)) this.objections.set(objection, this.now());
    return now;
  }

  /** The overview shows the head of every open change. */
  private noteShown(): void {
    for (const { number, head, state } of this.forge.page.changes()) {
      const known = this.shown.get(number) ?? [];
      if (state === "open" && known.at(-1)?.head !== head) known.push({ head, atMs: this.now() });
      this.shown.set(number, known);
    }
  }

  /** An agent has read a message. */
  judgeMessage({ session, message, text, launchedMs }: Told): void {
    this.counts.messages += 1;
    this.once("I3", `message ${message}`);
    for (const word of tokensIn(text, "stranger")) this.violate("I15", `${word}, which nobody approved, was read`);
    if (isQuotation(text)) return;
    for (const word of tokensIn(text, "own")) this.violate("I15", `${word}, our own words, was fed back to ${session}`);
    for (const word of new Set(tokensIn(text, "say"))) {
      this.counts.wordsTold += 1;
      this.once("I3", word);
    }
    for (const head of headsIn(text)) {
      this.counts.failuresTold += 1;
      this.once("I3", `the failure of ${head}`);
      this.judgeFreshness(`${session} was told`, head, launchedMs);
    }
  }

  /** I9: it speaks of a head that the daemon has known for a while to be gone. */
  private judgeFreshness(who: string, head: string, atMs: number): void {
    for (const heads of this.shown.values()) {
      const next = heads[heads.findIndex((one) => one.head === head) + 1];
      const isKnown = heads.some((one) => one.head === head);
      if (isKnown && next !== undefined && atMs - next.atMs > GRACE_MS)
        this.violate("I9", `${who} of ${head}, ${atMs - next.atMs} ms after a newer head was shown`);
    }
  }

  /** I5: a person is told once for each reason. */
  judgeNotice({ key, title, message }: Notice): void {
    this.counts.notices += 1;
    this.told.push(`${title}: ${message}`.slice(0, 200));
    this.once("I5", `notice ${key}`);
    for (const head of headsIn(message)) this.judgeFreshness(`"${title}"`, head, this.now());
    const same = `${title}\n${message}`;
    const before = this.notices.get(same);
    this.notices.set(same, { atMs: this.now(), happened: this.happened });
    if (before === undefined || before.happened !== this.happened || this.now() - before.atMs > SAME_AGAIN_MS) return;
    this.violate("I5", `"${title}" was told twice within minutes, and nothing happened in between`);
  }

  /** I13, and that nothing was done twice: when all is quiet. */
  judgeEnd(): void {
    const { fake, page } = this.forge;
    const { counts } = fake.limits;
    this.counts.refusals = counts.refused + counts.duringCoolDown;
    if (counts.thoughTold > 0)
      this.violate("I13", `the forge was asked ${counts.thoughTold} times though told to wait`);
    for (const { number, words } of page.issues()) this.judgeWords(`issue ${number}`, words);
    for (const { number, words, threads } of page.changes())
      this.judgeWords(`change ${number}`, [...words, ...threads.flatMap((thread) => thread.words)]);
  }

  private judgeWords(where: string, words: readonly PageWord[]): void {
    const ours = words.filter(({ author }) => author === "ao-bot").map(({ body }) => body);
    for (const body of new Set(ours))
      if (ours.filter((other) => other === body).length > 1) this.violate("twice", `${where}: ${body.slice(0, 200)}`);
  }

  private once(invariant: string, what: string): void {
    if (this.read.has(what)) this.violate(invariant, `${what} came twice`);
    this.read.add(what);
  }

  private violate(invariant: string, detail: string): void {
    this.violations.push({ invariant, detail });
  }

  private now(): number {
    return this.time.clock.awakeMs;
  }
}

/** The log of a failed check names the commit it ran on. */
const headsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\bat head ([0-9a-f]{40})\b/g)].map((match) => match[1] ?? "")),
];

/** Of each person the last word that counts. */
function lastReviews({ reviews }: PageChange): readonly PageReview[] {
  return [...new Map(reviews.map((review) => [review.author, review])).values()];
}
