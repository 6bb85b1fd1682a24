/** The notifier slot: where people are told, and how often for one reason (I5). */
import { known, unknown, type Known } from "../../src/domain/model/known.ts";
import type { NoticeTiming } from "../../src/domain/incident/notice-timing.ts";
import type { ProjectId } from "../../src/domain/model/ids.ts";
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

/** What several notices told in one message are called by. */
const TOGETHER = "together:";

/** The notices of one message, by its lines; where the others are over by then, the last one is told as it is. */
function apart(notice: Notice): readonly Notice[] {
  if (!notice.key.startsWith(TOGETHER) || !/^\d+ notices$/.test(notice.title)) return [notice];
  return notice.message.split("\n").flatMap((line) => {
    const [, title = "", message = ""] = /^• (.+? · .+?): (.*)$/.exec(line) ?? [];
    return title === "" ? [] : [{ ...notice, title, message }];
  });
}

const isQuietIn = (quiet: NoticeTiming["quiet"], minute: number): boolean =>
  quiet.some(({ from, to }) => minute >= from && minute < to);

const MINUTE_MS = 60_000;
const ON_ITS_WAY_MS = MINUTE_MS;
const SAME_AGAIN_MS = 10 * MINUTE_MS;

export type DeskTraits = { readonly remembers: boolean; readonly quiet: NoticeTiming["quiet"] };

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
  private readonly quiet: NoticeTiming["quiet"];

  constructor(scene: Scene, project: ProjectId, outgoing: Outgoing, grounds: Grounds, traits: DeskTraits) {
    const { remembers, quiet } = traits;
    this.quiet = quiet;
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
    const { ledger } = this.scene;
    const isRepeated = this.sent.has(notice.key);
    ledger.count("notices");
    this.judgeHour(notice);
    ledger.mark(notice.title);
    this.outgoing.check(`the notice ${notice.title}`, `${notice.title}\n${notice.message}`);
    if (isRepeated && this.remembers) ledger.violate("I5", `"${notice.title}" was sent twice (${notice.key})`);
    this.sent.add(notice.key);
    if (isRepeated) return;
    for (const each of apart(notice)) this.read(each);
  }

  /** Of several told in one message each is a notice, and in no other message. */
  private read(notice: Notice): void {
    const { clock, ledger } = this.scene;
    const [kind = "", subject = ""] = notice.title.split(" · ");
    if (notice.key.startsWith(TOGETHER)) ledger.count("notices told together");
    this.judge(kind, subject, notice);
    const truth = { project: this.project, kind, subject, notice, atMs: clock.wallMs, awakeMs: clock.awakeMs };
    this.log.push(truth);
    this.onNotice(truth);
  }

  /** I26: in quiet hours only what is urgent is told; what was on its way when they began may still come in. */
  private judgeHour({ level, title }: Notice): void {
    const { ledger, clock } = this.scene;
    const isQuietAt = (wallMs: number): boolean => isQuietIn(this.quiet, clock.weekMinute(wallMs));
    const isQuiet = isQuietAt(clock.wallMs) && isQuietAt(clock.wallAt(clock.awakeMs - ON_ITS_WAY_MS));
    if (isQuiet && level !== "urgent") ledger.violate("I26", `"${title}" was told in quiet hours`);
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
