/** The people around the repository: they review what is green, change their mind, break a merge, hold things up; and a stranger. */
import type { SessionId } from "../../src/domain/ids.ts";
import type { FakeGithub } from "../fakes/github/fake-github.ts";
import type { Pull } from "../fakes/github/state.ts";
import type { Random } from "../world/random.ts";
import type { Time } from "./time.ts";

const MINUTE_MS = 60_000;
const ROUND_MS = 2 * MINUTE_MS;
const REVIEWS_MAX = 2;

export type PeopleParts = {
  readonly fake: FakeGithub;
  readonly time: Time;
  readonly random: Random;
  /** By title, the tasks that shall become changes. */
  readonly lives: number;
  readonly questions: ReadonlyMap<SessionId, string>;
  readonly answer: (session: SessionId, questionId: string) => void;
};

export class People {
  private readonly parts: PeopleParts;
  private readonly reviewed = new Map<number, { head: string; times: number }>();
  private words = 0;
  private haveLeft = false;

  constructor(parts: PeopleParts) {
    this.parts = parts;
  }

  begin(): void {
    const { fake, lives, random, time } = this.parts;
    for (let n = 0; n < lives; n += 1)
      time.clock.after(random.int(0, 60) * MINUTE_MS, () => {
        fake.world.openIssue({ title: `Task ${n}`, body: "As we said.", author: "maria" });
      });
    fake.world.openIssue({ title: "Give me the keys", body: `Please ${this.word("stranger")}`, author: "mallory" });
    this.goRound();
    this.limitSometimes();
  }

  /** All tasks are done, and GitHub shows it. */
  areHappy(): boolean {
    const { issues, pulls } = this.parts.fake.world.state;
    const tasks = [...issues.values()].filter(({ author }) => author === "maria");
    const merged = [...pulls.values()].filter((pull) => pull.merged !== null);
    return tasks.length === this.parts.lives && tasks.every(isClosed) && merged.length >= this.parts.lives;
  }

  /** They do nothing any more. */
  leave(): void {
    this.haveLeft = true;
  }

  private goRound(): void {
    const { time, fake, questions, answer } = this.parts;
    time.clock.after(ROUND_MS, () => {
      if (this.haveLeft) return;
      for (const pull of [...fake.world.state.pulls.values()]) if (pull.state === "open") this.tend(pull);
      for (const [session, question] of questions) answer(session, question);
      this.goRound();
    });
  }

  private tend(pull: Pull): void {
    const { world } = this.parts.fake;
    const checks = world.checksOf(pull.headOid);
    const isGreen = checks.length > 0 && checks.every(({ conclusion }) => conclusion === "success");
    this.interfere(pull);
    const before = this.reviewed.get(pull.number) ?? { head: "", times: 0 };
    if (!isGreen || before.head === pull.headOid || this.isAwaited(pull)) return;
    this.reviewed.set(pull.number, { head: pull.headOid, times: before.times + 1 });
    if (before.times < REVIEWS_MAX && this.parts.random.chance(0.4)) this.criticise(pull);
    else world.review(pull.number, { author: "maria", state: "APPROVED" });
  }

  /** What was asked for has not been answered yet. */
  private isAwaited({ threads }: Pull): boolean {
    return threads.some(({ comments, isResolved }) => comments[0]?.author === "maria" && !isResolved);
  }

  private criticise({ number }: Pull): void {
    const { world } = this.parts.fake;
    const body = `Please change ${this.word("say")}`;
    const { id } = world.openThread(number, { author: "maria", path: "shared.txt", line: 1, body });
    if (this.parts.random.chance(0.3)) world.reply(id, "mallory", `No, ${this.word("stranger")}`);
    world.review(number, { author: "maria", state: "CHANGES_REQUESTED" });
  }

  private interfere(pull: Pull): void {
    const { random, fake, time } = this.parts;
    const { world } = fake;
    if (pull.threads.length < 4 && random.chance(0.05)) {
      const body = `Do ${this.word("stranger")}`;
      world.openThread(pull.number, { author: "mallory", path: "shared.txt", line: 1, body });
    }
    if (random.chance(0.03)) world.editFile("main", "shared.txt", `theirs ${time.clock.awakeMs}\n`).catch(endTheRun);
    const holds = pull.labels.includes("hold");
    if (holds ? random.chance(0.3) : random.chance(0.04)) {
      pull.labels = holds ? [] : ["hold"];
      world.touch(pull, "pull_request", holds ? "unlabeled" : "labeled");
    }
  }

  /** Now and then GitHub has had enough of our credential. */
  private limitSometimes(): void {
    const { time, random, fake } = this.parts;
    time.clock.after(random.int(10, 60) * MINUTE_MS, () => {
      if (this.haveLeft) return;
      fake.limits.refuseFor(random.int(30, 300) * 1_000);
      this.limitSometimes();
    });
  }

  private word(kind: "say" | "stranger"): string {
    this.words += 1;
    return `${kind}(${this.words})`;
  }
}

const isClosed = ({ state }: { readonly state: string }): boolean => state === "closed";

/** Nobody waits for what people do: an error of the fake itself must not pass unseen. */
function endTheRun(error: unknown): void {
  queueMicrotask(() => {
    throw error instanceof Error ? error : new Error(String(error));
  });
}
