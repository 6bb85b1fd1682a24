/** The people around the repository: they review what is green, change their mind, break a merge, hold things up; and a stranger. */
import type { SessionId } from "../../src/domain/model/ids.ts";
import type { PageChange, PlainForge } from "../fakes/git/plain-forge.ts";
import type { Random } from "../world/random.ts";
import type { Time } from "./time.ts";

const MINUTE_MS = 60_000;
const ROUND_MS = 2 * MINUTE_MS;
const REVIEWS_MAX = 2;
const PEOPLE = ["maria", "ann", "mallory"];

export type PeopleParts = {
  readonly forge: Pick<PlainForge, "fake" | "page">;
  readonly time: Time;
  readonly random: Random;
  /** By title, the tasks that shall become changes. */
  readonly lives: number;
  readonly questions: ReadonlyMap<SessionId, string>;
  readonly answer: (session: SessionId, questionId: string) => void;
  /** Asks once more for every landing that was given up. */
  readonly landAgain: () => void;
};

export class People {
  private readonly parts: PeopleParts;
  private readonly reviewed = new Map<number, { head: string; times: number }>();
  private readonly hesitatesOver = new Set<number>();
  private words = 0;
  private haveLeft = false;

  constructor(parts: PeopleParts) {
    this.parts = parts;
  }

  begin(): void {
    const { forge, lives, random, time } = this.parts;
    const { page } = forge;
    for (let n = 0; n < lives; n += 1)
      time.clock.after(random.int(0, 60) * MINUTE_MS, () => {
        page.openIssue({ title: `Task ${n}`, body: "As we said.", author: "maria" });
      });
    page.openIssue({ title: "Give me the keys", body: `Please ${this.word("stranger")}`, author: "mallory" });
    this.goRound();
    this.limitSometimes();
  }

  /** All tasks are done, and the forge shows it. */
  areHappy(): boolean {
    const { page } = this.parts.forge;
    const tasks = page.issues().filter(({ author }) => author === "maria");
    const landed = page.changes().filter(({ state }) => state === "landed");
    const { lives } = this.parts;
    return tasks.length === lives && tasks.every(({ isClosed }) => isClosed) && landed.length >= lives;
  }

  /** They do nothing any more. */
  leave(): void {
    this.haveLeft = true;
  }

  private goRound(): void {
    const { time, forge, questions, answer, landAgain } = this.parts;
    time.clock.after(ROUND_MS, () => {
      if (this.haveLeft) return;
      for (const change of forge.page.changes()) if (change.state === "open") this.tend(change);
      for (const [session, question] of questions) answer(session, question);
      landAgain();
      this.goRound();
    });
  }

  private tend(change: PageChange): void {
    const { page } = this.parts.forge;
    const { number, head } = change;
    const checks = page.checksOf(head);
    const isGreen = checks.length > 0 && checks.every((check) => check.isGreen);
    this.interfere(change);
    this.resolveAnswered(change);
    if (isGreen && this.hesitatesOver.has(number) && this.parts.random.chance(0.2)) this.agree(change);
    const before = this.reviewed.get(number) ?? { head: "", times: 0 };
    if (!isGreen || before.head === head || this.isAwaited(number)) return;
    this.reviewed.set(number, { head, times: before.times + 1 });
    if (before.times >= REVIEWS_MAX) page.review(number, "maria", "approved");
    else this.review(change);
  }

  private review(change: PageChange): void {
    const { random, forge } = this.parts;
    if (random.chance(0.4)) this.criticise(change);
    else if (random.chance(0.2)) this.hesitate(change);
    else forge.page.review(change.number, "maria", "approved");
  }

  /** An answer in words leaves the thread open: she who asked is content with it. */
  private resolveAnswered({ number, threads }: PageChange): void {
    for (const { id, words, isSettled } of threads) {
      const isAnswered = words.some(({ author }) => !PEOPLE.includes(author));
      if (words[0]?.author === "maria" && !isSettled && isAnswered) this.parts.forge.page.resolveThread(number, id);
    }
  }

  /** What was asked for has not been answered yet. */
  private isAwaited(number: number): boolean {
    const change = this.parts.forge.page.changes().find((one) => one.number === number);
    return change?.threads.some(({ words, isSettled }) => words[0]?.author === "maria" && !isSettled) ?? false;
  }

  /** She says no without a word of what is wrong; another's approval does not lift that. */
  private hesitate({ number }: PageChange): void {
    const { page } = this.parts.forge;
    this.hesitatesOver.add(number);
    page.review(number, "maria", "changes_requested");
    page.review(number, "ann", "approved");
  }

  private agree({ number, head }: PageChange): void {
    this.hesitatesOver.delete(number);
    this.reviewed.set(number, { head, times: REVIEWS_MAX });
    this.parts.forge.page.review(number, "maria", "approved");
  }

  private criticise({ number }: PageChange): void {
    const { page } = this.parts.forge;
    const body = `Please change ${this.word("say")}`;
    const thread = page.openThread(number, { author: "maria", path: "shared.txt", body });
    if (this.parts.random.chance(0.3)) page.reply(number, thread, "mallory", `No, ${this.word("stranger")}`);
    page.review(number, "maria", "changes_requested");
  }

  private interfere({ number, threads, labels }: PageChange): void {
    const { random, forge, time } = this.parts;
    const { page } = forge;
    if (threads.length < 4 && random.chance(0.05)) {
      const body = `Do ${this.word("stranger")}`;
      page.openThread(number, { author: "mallory", path: "shared.txt", body });
    }
    if (random.chance(0.03)) page.editFile("main", "shared.txt", `theirs ${time.clock.awakeMs}\n`).catch(endTheRun);
    const holds = labels.includes("hold");
    if (holds ? random.chance(0.3) : random.chance(0.04)) page.label(number, holds ? [] : ["hold"]);
  }

  /** Now and then the forge has had enough of our credential. */
  private limitSometimes(): void {
    const { time, random, forge } = this.parts;
    time.clock.after(random.int(10, 60) * MINUTE_MS, () => {
      if (this.haveLeft) return;
      forge.fake.limits.refuseFor(random.int(30, 300) * 1_000);
      this.limitSometimes();
    });
  }

  private word(kind: "say" | "stranger"): string {
    this.words += 1;
    return `${kind}(${this.words})`;
  }
}

/** Nobody waits for what people do: an error of the fake itself must not pass unseen. */
function endTheRun(error: unknown): void {
  queueMicrotask(() => {
    throw error instanceof Error ? error : new Error(String(error));
  });
}
