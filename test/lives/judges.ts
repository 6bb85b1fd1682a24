/**
 * What must hold in every life, judged by GitHub's own state, by the words that agents have read and by the notices that people
 * got; never by the daemon's word. The numbers are those of docs/simulation.md.
 */
import type { Notice } from "../../src/slots/notifier.ts";
import { LAG_MS } from "../fakes/github/fake-github.ts";
import type { FakeGithub } from "../fakes/github/fake-github.ts";
import { isPull, type Pull, type Review } from "../fakes/github/state.ts";
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
  /** When each head of each pull request was first shown to the daemon, the oldest first. */
  private readonly shown = new Map<number, { readonly head: string; readonly atMs: number }[]>();
  private readonly read = new Set<string>();
  private readonly notices = new Map<string, { readonly atMs: number; readonly happened: number }>();
  private readonly objections = new Map<string, number>();
  /** What people were told, for whoever looks for the reason of a failure. */
  readonly told: string[] = [];
  private happened = 0;
  private readonly fake: FakeGithub;
  private readonly time: Time;
  private readonly isGreen: (tree: string) => Promise<boolean>;

  /** `isGreen`: by its files. */
  constructor(fake: FakeGithub, time: Time, isGreen: (tree: string) => Promise<boolean>) {
    this.fake = fake;
    this.time = time;
    this.isGreen = isGreen;
    fake.world.onMerge = (pull, tree) => this.judgeMerge(pull, tree);
    fake.onShown = (document) => this.noteShown(document);
  }

  /** Anything at all: what is told again after it may be news. */
  stir(): void {
    this.happened += 1;
    for (const pull of this.fake.world.state.pulls.values()) this.noteObjections(pull);
  }

  /** I1: what lands is green, open, approved on its head, not objected to, and not held. */
  private async judgeMerge(pull: Pull, tree: string): Promise<void> {
    this.counts.merges += 1;
    if (!(await this.isGreen(tree))) this.violate("I1", `#${pull.number} makes main red`);
    for (const wrong of this.wrongWith(pull)) this.violate("I1", `#${pull.number} landed, but ${wrong}`);
  }

  private *wrongWith(pull: Pull): Generator<string> {
    if (pull.state !== "open" || pull.isDraft) yield "it is not open";
    const checks = this.fake.world.checksOf(pull.headOid);
    if (checks.length === 0 || checks.some(({ conclusion }) => conclusion !== "success")) yield "its head is red";
    const approvals = lastReviews(pull).filter((one) => one.state === "APPROVED" && one.commit === pull.headOid).length;
    if (approvals < APPROVALS) yield `it has ${approvals} approvals on its head`;
    for (const objection of this.noteObjections(pull)) {
      const sinceMs = this.objections.get(objection) ?? this.now();
      if (this.now() - sinceMs > GRACE_MS) yield `there was ${objection} for ${this.now() - sinceMs} ms`;
    }
  }

  private noteObjections(pull: Pull): readonly string[] {
    const now = [
      ...lastReviews(pull).flatMap(({ state, id }) => (state === "CHANGES_REQUESTED" ? [`review ${id}`] : [])),
      ...(pull.labels.includes("hold") ? [`#${pull.number} hold`] : []),
    ];
    if (!pull.labels.includes("hold")) this.objections.delete(`#${pull.number} hold`);
    for (const objection of now) if (!this.objections.has(objection)) this.objections.set(objection, this.now());
    return now;
  }

  /** The overview shows the head of every open pull request. */
  private noteShown(document: string): void {
    if (!document.startsWith("query Overview")) return;
    for (const { number, headOid, state } of this.fake.world.state.pulls.values()) {
      const known = this.shown.get(number) ?? [];
      if (state === "open" && known.at(-1)?.head !== headOid) known.push({ head: headOid, atMs: this.now() });
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
    const { counts } = this.fake.limits;
    this.counts.refusals = counts.refused + counts.duringCoolDown;
    if (counts.thoughTold > 0) this.violate("I13", `GitHub was asked ${counts.thoughTold} times though told to wait`);
    const { pulls, issues } = this.fake.world.state;
    for (const one of [...pulls.values(), ...issues.values()]) {
      const threads = isPull(one) ? one.threads : [];
      const ours = [...one.comments, ...threads.flatMap(({ comments }) => comments)]
        .filter(({ author }) => author === "ao-bot")
        .map(({ body }) => body);
      for (const body of new Set(ours))
        if (ours.filter((other) => other === body).length > 1)
          this.violate("twice", `#${one.number}: ${body.slice(0, 200)}`);
    }
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
function lastReviews({ reviews }: Pull): readonly Review[] {
  const last = new Map<string, Review>();
  for (const review of reviews) if (review.state !== "COMMENTED") last.set(review.author, review);
  return [...last.values()];
}
