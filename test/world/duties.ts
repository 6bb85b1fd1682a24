/**
 * What a reasonable person does: answers when told, reviews what is green, tidies up what is in the way. Nobody guesses:
 * trouble of which no notice came stays as it is, and is found at the end.
 */
import { changeId, sessionId } from "../../src/domain/model/ids.ts";
import { noticeKinds, type NoticeTruth } from "./desk.ts";
import { headOf, lastReviews, type ForgeChange } from "./forge-state.ts";
import type { People, PersonCommand } from "./people.ts";
import { ownersMissing, protectedAmong } from "./policy-truth.ts";
import type { WorldProject } from "./project.ts";
import type { Random } from "./random.ts";
import { hasSay, wholeText } from "./ground-truth.ts";
import { reviewers, writer } from "./visitors.ts";

const MINUTE_MS = 60_000;
const ROUND_MS = 15 * MINUTE_MS;
const PATIENCE_MS = 60 * MINUTE_MS;

export class Duties {
  private readonly people: People;
  private readonly random: Random;
  private readonly latest = new Map<string, NoticeTruth>();
  private readonly textsRead = new Set<string>();

  constructor(people: People) {
    this.people = people;
    this.random = people.parts.scene.random.fork("duties");
    for (const project of people.parts.projects) project.desk.onNotice = (notice) => this.onNotice(notice);
  }

  /** From now on every notice is answered, those that were left lying too. */
  calm(): void {
    for (const notice of this.latest.values()) this.answerLater(notice);
    this.latest.clear();
    this.goRound();
  }

  private onNotice(notice: NoticeTruth): void {
    const { mood } = this.people.parts.scene;
    if (mood.quiet) return;
    if (mood.calm || this.random.chance(0.5)) this.answerLater(notice);
    else this.latest.set(notice.notice.title, notice);
  }

  private answerLater(notice: NoticeTruth): void {
    const { clock, mood } = this.people.parts.scene;
    clock.after(this.random.int(1, mood.calm ? 10 : 60) * MINUTE_MS, () => this.answer(notice));
  }

  /** Whoever finds nobody there comes again. */
  private answer(notice: NoticeTruth): void {
    if (!this.people.areHeard) return this.answerLater(notice);
    const { kind, subject, project: id } = notice;
    const { people } = this;
    const project = people.parts.projects.find((other) => other.id === id);
    if (project === undefined) return;
    const session = sessionId(subject);
    switch (kind) {
      case "question":
        return this.answerQuestion(subject);
      case noticeKinds.prepared:
        return this.give({ kind: "approve_reaction", session });
      case noticeKinds.ready:
        return this.give({ kind: "land", change: changeId(subject) });
      case "exited":
      case "idle":
      case "effect":
        return this.give({ kind: "restart", session: this.sessionOf(project, subject) });
      case "stuck":
        return this.stopAndRestore(subject);
      case "issue_closed":
        return this.reopenOrResume(project, subject);
      case noticeKinds.baseRed:
        return this.seeToMain(project);
      case noticeKinds.blocked:
        project.forge.blockedPaths = [];
        return;
      default:
        return;
    }
  }

  /** What only seemed red is looked at again as soon as somebody pushes anything. */
  private seeToMain(project: WorldProject): void {
    const { visitors } = this.people.parts;
    if (project.isMainGreen()) visitors.commitToMain(project, false);
    else visitors.repairMain(project);
  }

  private answerQuestion(subject: string): void {
    const question = this.people.parts.agents.questions.get(subject);
    if (question === undefined) return;
    this.give({ kind: "answer", session: question.session.id, questionId: question.questionId, text: "spaces" });
  }

  /** Some agents hear nothing but a kill; stopping and restoring always helps. */
  private stopAndRestore(subject: string): void {
    const session = sessionId(subject);
    this.give({ kind: "stop", session, keepWorkspace: false });
    this.people.parts.scene.clock.after(20 * MINUTE_MS, () => this.give({ kind: "restore", session }));
  }

  /** What has landed stays closed: its session is let go on with what it has begun since. */
  private reopenOrResume(project: WorldProject, subject: string): void {
    const issue = this.people.parts.sessions.all.get(sessionId(subject))?.issue ?? issueInName(subject);
    const known = [...project.tracker.issues.values()].find((other) => other.id === issue);
    if (known?.state.kind !== "closed") return;
    const isPeoples = project.tracker.closings.has(known.id) && !project.tracker.landed.has(known.id);
    if (isPeoples) project.tracker.setState(known.id, { kind: "open" });
    else this.give({ kind: "resume", session: sessionId(subject) });
  }

  private sessionOf(project: WorldProject, subject: string): ReturnType<typeof sessionId> {
    return project.forge.state.changes.get(changeId(subject))?.session ?? sessionId(subject);
  }

  private give(command: PersonCommand): void {
    this.people.order("ann", command);
  }

  /** A look at every page, a few times an hour. */
  private goRound(): void {
    const { scene, projects, sessions } = this.people.parts;
    scene.clock.after(ROUND_MS, () => {
      for (const project of projects) {
        project.forge.blockedPaths = [];
        for (const change of project.forge.state.openChanges()) this.tend(project, change);
        this.letStrangersIn(project);
      }
      for (const subject of this.people.parts.agents.questions.keys())
        if (projects.some(({ desk }) => wasAsked(desk, subject))) this.answerQuestion(subject);
      for (const session of sessions.all.values())
        if (session.pausedByPerson) this.give({ kind: "resume", session: session.id });
      this.goRound();
    });
  }

  private tend(project: WorldProject, change: ForgeChange): void {
    const { visitors } = this.people.parts;
    visitors.setLabel(project, change, "hold", false);
    if (change.state.kind === "draft") visitors.setDraft(project, change, false);
    if (this.people.parts.scene.clock.awakeMs - change.headSinceMs > PATIENCE_MS) this.makePeace(project, change);
    if (project.judge.isGreen(headOf(change).tree)) this.approve(project, change);
  }

  /** After an hour without a new head people let go of what they asked for. */
  private makePeace(project: WorldProject, change: ForgeChange): void {
    const { visitors } = this.people.parts;
    for (const thread of change.threads)
      if (thread.open && hasSay(thread.author)) visitors.resolve(project, change, thread);
    for (const [name, review] of lastReviews(change))
      if (review.kind === "changes_requested") visitors.dismiss(project, change, name);
  }

  private approve(project: WorldProject, change: ForgeChange): void {
    const reviews = lastReviews(change);
    const head = headOf(change).commit;
    const hasApproved = (name: string): boolean =>
      reviews.get(name)?.kind === "approved" && reviews.get(name)?.head === head;
    const given = reviewers.filter(hasApproved).length;
    const next = reviewers.filter((name) => !hasApproved(name) && reviews.get(name)?.kind !== "changes_requested");
    const { policy } = project.rules;
    const wanted = Math.max(policy.approvals, protectedAmong(policy, change).length > 0 ? 1 : 0);
    for (const name of next.slice(0, Math.max(0, wanted - given))) {
      this.people.parts.visitors.approve(project, change, writer(name));
    }
    for (const names of ownersMissing(policy, change)) {
      const owner = next.find((name) => names.includes(`@${name}`));
      if (owner !== undefined) this.people.parts.visitors.approve(project, change, writer(owner));
    }
  }

  private letStrangersIn(project: WorldProject): void {
    for (const issue of project.tracker.issues.values()) {
      const text = wholeText(issue);
      if (issue.state.kind !== "open" || !text.includes("stranger(") || this.textsRead.has(text)) continue;
      this.textsRead.add(text);
      this.give({ kind: "approve_text", issue: issue.id, text });
    }
  }
}

/** An answer may have been lost with the daemon that was to take it: whoever was told sees the question on the page. */
const wasAsked = ({ log }: WorldProject["desk"], session: string): boolean =>
  log.some(({ kind, subject }) => kind === "question" && subject === session);

/** A session is named after the title of its issue, which people read also before its agent has. */
function issueInName(session: string): string | null {
  return /-do-task-(p\d+-i\d+)(?:-\d+)?$/.exec(session)?.[1] ?? null;
}
