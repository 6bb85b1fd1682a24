/** The notifier slot: where people are told, and how often for one reason (I5). */
import { known, unknown, type Known } from "../../src/domain/known.ts";
import type { ProjectId } from "../../src/domain/ids.ts";
import type { Notice, NotifierPlugin } from "../../src/slots/notifier.ts";
import { failed, ok, type SlotResult } from "../../src/slots/result.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";

/** `title` is `<kind> · <subject>`: what is wrong, and with which session, change, project or candidate. */
export type NoticeTruth = {
  readonly project: ProjectId;
  readonly kind: string;
  readonly subject: string;
  readonly notice: Notice;
  readonly atMs: number;
  readonly awakeMs: number;
};

/** What the world can say of a subject: how often such trouble may have been told, and whether anything new happened. */
export type Grounds = {
  /** How many notices of this kind about this subject have a reason of their own; null where that cannot be counted. */
  readonly most: (kind: string, subject: string) => number | null;
  /** Grows with every event around the subject. */
  readonly pulse: (subject: string) => number;
  /** Why a person was told before it was time; null where it was, or where that cannot be said. */
  readonly whyEarly: (kind: string, subject: string) => string | null;
  /** Has the daemon known for a while that this is over? */
  readonly isLongOver: (kind: string, subject: string) => boolean;
};

/** What a notice may begin with, besides the kinds of trouble (`ci`, `review`, `question`, …). */
export const noticeKinds = {
  prepared: "ready to send",
  ready: "ready to land",
  baseRed: "base red",
  baseUnknown: "base unknown",
  blocked: "landing waits",
} as const;

const MINUTE_MS = 60_000;
const SAME_AGAIN_MS = 10 * MINUTE_MS;

export class Desk {
  readonly plugin: NotifierPlugin;
  readonly log: NoticeTruth[] = [];
  onNotice: (notice: NoticeTruth) => void = () => {};
  private downUntilMs = 0;
  private readonly sent = new Set<string>();
  private readonly counts = new Map<string, number>();
  private readonly last = new Map<string, { readonly awakeMs: number; readonly pulse: number }>();
  private readonly scene: Scene;
  private readonly random: Random;
  private readonly project: ProjectId;
  private readonly outgoing: Outgoing;
  private readonly grounds: Grounds;
  /** A channel that cannot say what it sent; being told twice by it is nobody's fault. */
  private readonly remembers: boolean;

  constructor(scene: Scene, project: ProjectId, outgoing: Outgoing, grounds: Grounds, remembers: boolean) {
    this.scene = scene;
    this.project = project;
    this.outgoing = outgoing;
    this.grounds = grounds;
    this.remembers = remembers;
    this.random = scene.random.fork(`desk ${project}`);
    this.plugin = {
      name: "world-desk",
      notify: (notice) => this.notify(notice),
      wasSent: (key) => this.wasSent(key),
    };
  }

  private async notify(notice: Notice): Promise<SlotResult<null>> {
    const { faults, clock, mood } = this.scene;
    if (!mood.quiet && this.random.chance(0.3)) await clock.sleep(this.random.int(20, 3_000));
    if (this.isDown()) return failed("unavailable", "the channel is down");
    this.receive(notice);
    return faults.fires("notice_lost_after") ? failed("unavailable", "sent, perhaps") : ok(null);
  }

  private async wasSent(key: string): Promise<SlotResult<Known<boolean>>> {
    if (this.isDown()) return failed("unavailable", "the channel is down");
    return ok(this.remembers ? known(this.sent.has(key)) : unknown("this channel keeps no record"));
  }

  /** For one request, or for hours: what waits meanwhile may be over when it comes up again. */
  private isDown(): boolean {
    const { faults, clock, mood } = this.scene;
    if (!mood.calm && clock.awakeMs < this.downUntilMs) return true;
    if (!faults.fires("notice_lost_before")) return false;
    if (this.random.chance(0.3)) this.downUntilMs = clock.awakeMs + this.random.int(10 * MINUTE_MS, 180 * MINUTE_MS);
    return true;
  }

  private receive(notice: Notice): void {
    const { ledger, clock } = this.scene;
    const [kind = "", subject = ""] = notice.title.split(" · ");
    const isRepeated = this.sent.has(notice.key);
    ledger.count("notices");
    ledger.mark(notice.title);
    this.outgoing.check(`the notice ${notice.title}`, `${notice.title}\n${notice.message}`);
    if (isRepeated && this.remembers) ledger.violate("I5", `"${notice.title}" was sent twice (${notice.key})`);
    this.sent.add(notice.key);
    if (isRepeated) return;
    this.judge(kind, subject, notice);
    const truth = { project: this.project, kind, subject, notice, atMs: clock.wallMs, awakeMs: clock.awakeMs };
    this.log.push(truth);
    this.onNotice(truth);
  }

  private judge(kind: string, subject: string, notice: Notice): void {
    const { ledger, clock } = this.scene;
    const count = (this.counts.get(notice.title) ?? 0) + 1;
    this.counts.set(notice.title, count);
    const most = this.grounds.most(kind, subject);
    if (most !== null && count > most)
      ledger.violate("I5", `"${notice.title}" was told ${count} times for ${most} reasons`);
    const early = this.grounds.whyEarly(kind, subject);
    if (early !== null) ledger.violate("I24", `"${notice.title}" was told too early: ${early}`);
    if (this.grounds.isLongOver(kind, subject))
      ledger.violate("I9", `"${notice.title}" was told long after the daemon knew that it is over`);
    const same = `${notice.title}\n${notice.message}`;
    const pulse = this.grounds.pulse(subject);
    const before = this.last.get(same);
    this.last.set(same, { awakeMs: clock.awakeMs, pulse });
    if (before === undefined || before.pulse !== pulse || clock.awakeMs - before.awakeMs > SAME_AGAIN_MS) return;
    ledger.violate("I5", `"${notice.title}" was told twice within minutes, and nothing happened in between`);
  }
}
