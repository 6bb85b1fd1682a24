/** What comes to people's minds while the chaos lasts: anything they could do, at any time. */
import type { IssueSnapshot } from "../../src/domain/issue/issue.ts";
import { isOpen, type ForgeChange } from "./forge-state.ts";
import { wholeText } from "./ground-truth.ts";
import type { People, PersonCommand } from "./people.ts";
import type { WorldProject } from "./project.ts";
import type { Random } from "./random.ts";
import type { SessionTruth } from "./sessions.ts";
import { reviewers, stranger } from "./visitors.ts";

const ISSUES_MAX = 12;
/** How often somebody merges a change on the forge beside whatever else they do. */
const MERGED_BY_HAND = 0.03;

export class Whims {
  private readonly people: People;
  private readonly parts: People["parts"];
  private readonly random: Random;
  private readonly merging: Random;
  private hasBegun = false;

  constructor(people: People) {
    this.people = people;
    this.parts = people.parts;
    this.random = people.parts.scene.random.fork("people");
    this.merging = people.parts.scene.random.fork("merging");
  }

  /** From now on people act by themselves, until the world is calm. Begun once, however often it is called. */
  begin(): void {
    if (this.hasBegun || this.parts.scene.mood.quiet) return;
    this.hasBegun = true;
    this.keepActing();
  }

  private keepActing(): void {
    const { scene, traits } = this.parts;
    scene.clock.after(this.random.int(traits.pauseMs[0], traits.pauseMs[1]), () => {
      if (scene.mood.calm) return;
      this.act();
      this.keepActing();
    });
  }

  /** One thing that comes to somebody's mind. */
  private act(): void {
    if (this.merging.chance(MERGED_BY_HAND)) this.mergeByHand();
    const where = this.random.weighted({ review: 5, change: 2, command: 4, issue: 2, main: 1, lid: 0.3 });
    this.parts.scene.ledger.count(`people:${where}`);
    switch (where) {
      case "review":
        return this.onChange((project, change) => this.reviewSomehow(project, change));
      case "change":
        return this.onChange((project, change) => this.meddle(project, change));
      case "command":
        return this.giveCommand();
      case "issue":
        return this.tendIssues();
      case "main":
        return this.tendMain();
      case "lid":
        if (this.parts.traits.closeLids) this.parts.scene.clock.jump(this.random.int(10, 600) * 60_000);
    }
  }

  private mergeByHand(): void {
    const picked = this.merging.pick([...this.people.changes()].filter(({ change }) => isOpen(change)));
    if (picked !== undefined) this.parts.visitors.merge(picked.project, picked.change);
  }

  private onChange(act: (project: WorldProject, change: ForgeChange) => void): void {
    const all = [...this.people.changes()].filter(({ change }) => change.state.kind !== "landed");
    const picked = this.random.pick(all);
    if (picked !== undefined) act(picked.project, picked.change);
  }

  private reviewSomehow(project: WorldProject, change: ForgeChange): void {
    const { visitors } = this.parts;
    if (!isOpen(change)) return;
    const thread = this.random.pick(change.threads.filter((other) => other.open));
    switch (
      this.random.weighted({ approve: 8, old: 1, stranger: 0.7, request: 2, comment: 1.5, resolve: 3, dismiss: 1 })
    ) {
      case "approve":
        return visitors.approve(project, change);
      case "old":
        return visitors.approveOldHead(project, change);
      case "stranger":
        return visitors.approve(project, change, stranger(this.random));
      case "request":
        return visitors.requestChanges(project, change);
      case "comment":
        return visitors.comment(project, change);
      case "resolve":
        if (thread !== undefined) visitors.resolve(project, change, thread);
        return;
      case "dismiss":
        return visitors.dismiss(project, change, this.random.oneOf(reviewers));
    }
  }

  private meddle(project: WorldProject, change: ForgeChange): void {
    const { visitors } = this.parts;
    if (change.state.kind === "closed") return visitors.reopen(project, change);
    switch (this.random.weighted({ push: 2, force: 1, close: 0.4, hold: 1, unhold: 1.5, draft: 0.5, ready: 1 })) {
      case "push":
        return visitors.push(project, change);
      case "force":
        return visitors.forcePush(project, change);
      case "close":
        return visitors.close(project, change);
      case "hold":
        return visitors.setLabel(project, change, "hold", true);
      case "unhold":
        return visitors.setLabel(project, change, "hold", false);
      case "draft":
        return visitors.setDraft(project, change, true);
      case "ready":
        return visitors.setDraft(project, change, false);
    }
  }

  private giveCommand(): void {
    const session = this.random.pick([...this.parts.sessions.all.values()]);
    if (session === undefined) return;
    const kind = this.random.weighted({
      send: 5,
      answer: 2,
      stop: 0.5,
      restore: 1,
      pause: 0.7,
      resume: 1.5,
      interrupt: 0.5,
      restart: 0.7,
      land: 2,
      approve_reaction: 2,
      approve_text: 2,
    });
    const command = this.commandFor(kind, session);
    if (command !== null) this.people.order(this.random.oneOf(reviewers), command);
  }

  private commandFor(kind: PersonCommand["kind"], { id: session, project }: SessionTruth): PersonCommand | null {
    switch (kind) {
      case "send":
        return { kind, session, text: `A word from me: ${this.parts.visitors.word("say")}.` };
      case "answer": {
        const question = this.parts.agents.questions.get(session);
        return question === undefined ? null : { kind, session, questionId: question.questionId, text: "spaces" };
      }
      case "stop":
        return { kind, session, keepWorkspace: this.random.chance(0.3) };
      case "land": {
        const open = [...this.people.changes()].filter(({ change }) => change.session === session && isOpen(change));
        return open[0] === undefined ? null : { kind, change: open[0].change.id };
      }
      case "approve_text": {
        const tracker = this.parts.projects.find((other) => other.id === project)?.tracker;
        const issue = this.random.pick(
          [...(tracker?.issues.values() ?? [])].filter((other) => other.text.includes("stranger(")),
        );
        return issue === undefined ? null : { kind, issue: issue.id, text: wholeText(issue) };
      }
      case "restore":
      case "pause":
      case "resume":
      case "interrupt":
      case "restart":
      case "approve_reaction":
        return { kind, session };
    }
  }

  private tendIssues(): void {
    const project = this.random.pick(this.parts.projects);
    if (project === undefined) return;
    const issue = this.random.pick([...project.tracker.issues.values()]);
    const kind = this.random.weighted({ create: 1, edit: 2, close: 0.4, reopen: 1, prioritise: 1 });
    if (kind === "create" && project.tracker.issues.size < ISSUES_MAX)
      return project.addIssue(this.random, this.parts.visitors);
    if (issue === undefined || kind === "create") return;
    this.tendIssue(project, issue, kind);
    for (const session of this.parts.sessions.all.values()) if (session.issue === issue.id) session.pulse += 1;
  }

  private tendIssue(
    { tracker }: WorldProject,
    issue: IssueSnapshot,
    kind: "edit" | "close" | "reopen" | "prioritise",
  ): void {
    const isStrangers = issue.text.includes("stranger(");
    switch (kind) {
      case "edit":
        return tracker.edit(issue.id, {
          text: isStrangers ? `Now: ${this.parts.visitors.word("stranger")}` : `${issue.text}.`,
        });
      case "close": {
        const as = this.random.chance(0.5) ? "done" : "not_planned";
        return issue.state.kind === "open" ? tracker.setState(issue.id, { kind: "closed", as }) : undefined;
      }
      case "reopen":
        return issue.state.kind === "closed" ? tracker.setState(issue.id, { kind: "open" }) : undefined;
      case "prioritise":
        return tracker.edit(issue.id, { priority: this.random.int(1, 5) });
    }
  }

  private tendMain(): void {
    const { visitors, traits } = this.parts;
    const project = this.random.pick(this.parts.projects);
    if (project === undefined) return;
    if (!project.isMainGreen()) return visitors.repairMain(project);
    visitors.commitToMain(project, traits.breakMain && this.random.chance(0.3));
  }
}
