/** What people do on the forge: each deed touches the change once, as a forge would show it. */
import type { Thread } from "../../src/domain/change/change.ts";
import { threadId } from "../../src/domain/model/ids.ts";
import { known } from "../../src/domain/model/known.ts";
import type { Author } from "../../src/domain/model/trust.ts";
import { headOf, type ForgeChange } from "../world/forge-state.ts";
import type { WorldProject } from "../world/project.ts";

export const colleague = (name: string): Author => ({ kind: "person", name, canWrite: known(true) });
export const stranger = (name: string): Author => ({ kind: "person", name, canWrite: known(false) });

export class StoryPerson {
  private readonly project: WorldProject;
  private readonly change: () => ForgeChange;
  private readonly author: Author;
  /** Lets everybody see what was done. */
  private readonly settle: () => Promise<void>;

  constructor(project: WorldProject, change: () => ForgeChange, author: Author, settle: () => Promise<void>) {
    this.project = project;
    this.change = change;
    this.author = author;
    this.settle = settle;
  }

  /** A thread with this text, and a review that asks for changes. */
  async requestsChanges(text: string): Promise<void> {
    this.addThread(text);
    await this.reviews("changes_requested");
  }

  async approves(head = headOf(this.change()).commit): Promise<void> {
    await this.reviews("approved", head);
  }

  async comments(text: string): Promise<void> {
    this.addThread(text);
    await this.done();
  }

  async resolvesAll(): Promise<void> {
    const change = this.change();
    change.threads = change.threads.map((thread) => ({ ...thread, open: false }));
    await this.done();
  }

  async adds(label: string): Promise<void> {
    const change = this.change();
    change.labels = [...change.labels, label];
    await this.done();
  }

  async removes(label: string): Promise<void> {
    const change = this.change();
    change.labels = change.labels.filter((other) => other !== label);
    await this.done();
  }

  async closesTheChange(): Promise<void> {
    this.project.forge.state.become(this.change(), { kind: "closed" });
    await this.settle();
  }

  /** A commit of their own on top of the branch; with `broken` words in it the checks fail. */
  async pushes({ broken = [] }: { readonly broken?: readonly string[] } = {}): Promise<void> {
    const change = this.change();
    const { git, forge } = this.project;
    const head = git.get(headOf(change).commit);
    const files = new Map(head.files).set("people.txt", linesOf(`push ${change.moves.length}`, broken));
    forge.state.moveHead(change, git.commit({ parents: [head.sha], files, by: "person" }).sha);
    await this.settle();
  }

  /** Opens a change of their own: of a branch of a fork, or of one of the repository. */
  async opensAChange({ branch = "fix", isFromFork = true } = {}): Promise<void> {
    const { git, forge } = this.project;
    const base = git.get(forge.state.baseHead.commit);
    const files = new Map(base.files).set("visitor.txt", `of ${branch}`);
    const { sha: head } = git.commit({ parents: [base.sha], files, by: "person" });
    forge.state.open({ branch, head, title: "Fix a typo", session: null, author: this.author, isFromFork });
    await this.settle();
  }

  private addThread(text: string): void {
    const change = this.change();
    const id = threadId(`${change.id}-t${change.threads.length + 1}`);
    const thread: Thread = { id, author: this.author, text, place: null, open: true };
    change.threads = [...change.threads, thread];
  }

  private async reviews(kind: "approved" | "changes_requested", head = headOf(this.change()).commit): Promise<void> {
    const change = this.change();
    change.reviews = [...change.reviews, { by: this.author, kind, head }];
    await this.done();
  }

  private async done(): Promise<void> {
    this.project.forge.state.touch(this.change());
    await this.settle();
  }
}

/** What a file says: a line of its own, and a word for each thing that is broken in it. */
export function linesOf(first: string, broken: readonly string[]): string {
  return [first, ...broken.map((what) => `broken(${what})`)].join("\n");
}
