/**
 * The workspace slot. Every uncommitted file holds a word of its own, so that lost work can be called by name (I6):
 * each word must be in a directory that exists, in a commit, or in a rescue ref.
 */
import type { HttpHead } from "../../src/domain/change/change.ts";
import type { CommitSha, SessionId } from "../../src/domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../src/slots/result.ts";
import type { WorkspacePlugin, WorkspaceSpec } from "../../src/slots/workspace.ts";
import type { ForgeState } from "./forge-state.ts";
import type { Git, Maker } from "./git.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Sessions } from "./sessions.ts";
import { pluginNames } from "./swarm-rules.ts";
import { tokensIn } from "./tokens.ts";

export type Directory = {
  readonly path: string;
  readonly session: SessionId;
  readonly branch: string;
  readonly base: CommitSha;
  head: CommitSha;
  readonly dirty: Map<string, string>;
};

/** The session's branch, which stays when its directory goes, and what was saved when it went. */
type Tip = { readonly session: SessionId; readonly base: CommitSha; head: CommitSha; saved: Rescue | null };
type Rescue = { readonly ref: string; readonly files: ReadonlyMap<string, string> };

export class Workspaces {
  readonly plugin: WorkspacePlugin;
  readonly directories = new Map<SessionId, Directory>();
  readonly rescues = new Map<SessionId, Rescue[]>();
  /** Every word ever written into a file that was not committed at once. */
  private readonly words = new Map<string, SessionId>();
  private readonly tips = new Map<string, Tip>();
  private readonly nameRefused = new Set<SessionId>();
  private readonly scene: Scene;
  private readonly random: Random;
  private readonly git: Git;
  private readonly forge: ForgeState;
  private readonly sessions: Sessions;
  private readonly isAlive: (session: SessionId) => boolean;

  constructor(scene: Scene, forge: ForgeState, sessions: Sessions, isAlive: (session: SessionId) => boolean) {
    this.scene = scene;
    this.random = scene.random.fork(`workspaces ${forge.project}`);
    this.git = forge.git;
    this.forge = forge;
    this.sessions = sessions;
    this.isAlive = isAlive;
    this.plugin = {
      name: pluginNames.workspace,
      isFree: (spec) => this.call("workspace.isFree", () => ok(!this.tips.has(spec.branch))),
      commitOf: (reference) => this.call("workspace.commitOf", () => this.commitOf(reference)),
      create: (spec) => this.call("workspace.create", () => this.create(spec)),
      setup: (spec) => this.call("workspace.setup", () => this.setup(spec)),
      refreshBase: () => this.call("workspace.refreshBase", () => ok(this.baseNow())),
      inspect: (spec) => this.call("workspace.inspect", () => this.inspect(spec)),
      commit: (spec) => this.call("workspace.commit", () => this.commitAll(spec)),
      rescue: (spec) => this.call("workspace.rescue", () => this.rescue(spec)),
      remove: (spec) => this.call("workspace.remove", () => this.remove(spec)),
      dropBranch: (spec, landed) => this.call("workspace.dropBranch", () => this.dropBranch(spec, landed)),
    };
  }

  at(path: string): Directory | undefined {
    for (const directory of this.directories.values()) if (directory.path === path) return directory;
    return undefined;
  }

  /** A file is written and not committed. */
  write(directory: Directory, path: string, content: string): void {
    directory.dirty.set(path, content);
    for (const word of tokensIn(content, "dirt")) this.words.set(word, directory.session);
  }

  /** Commits what is dirty, and `more` with it. */
  commit(
    directory: Directory,
    {
      more,
      parents,
      by,
    }: { readonly more: ReadonlyMap<string, string>; readonly parents: readonly CommitSha[]; readonly by: Maker },
  ): HttpHead {
    const files = new Map(this.git.get(directory.head).files);
    for (const [path, content] of more) files.set(path, content);
    for (const [path, content] of directory.dirty)
      files.set(path, more.has(path) ? `${more.get(path)}\n${content}` : content);
    const commit = this.git.commit({ parents: [directory.head, ...parents], files, by });
    directory.dirty.clear();
    directory.head = commit.sha;
    const tip = this.tips.get(directory.branch);
    if (tip !== undefined) tip.head = commit.sha;
    return { commit: commit.sha, tree: commit.tree };
  }

  /** Did the agent commit something on this branch that the head does not contain? */
  isAheadOf(branch: string, head: CommitSha): boolean {
    const tip = this.tips.get(branch);
    return tip !== undefined && !this.git.isAncestor(tip.head, head);
  }

  /** Called at the end: is any work gone? */
  judgeNothingLost(): void {
    const kept = new Set<string>();
    const keep = (files: Iterable<string>): void => {
      for (const content of files) for (const word of tokensIn(content, "dirt")) kept.add(word);
    };
    for (const commit of this.git.commits.values()) keep(commit.files.values());
    for (const directory of this.directories.values()) keep(directory.dirty.values());
    for (const rescues of this.rescues.values()) for (const rescue of rescues) keep(rescue.files.values());
    for (const [word, session] of this.words)
      if (!kept.has(word)) this.scene.ledger.violate("I6", `${word}, written by ${session}, is gone`);
  }

  private async call<T, Code extends string = never>(
    name: string,
    apply: () => SlotResult<T, Code>,
  ): Promise<SlotResult<T, Code>> {
    const { faults, clock, mood, ledger } = this.scene;
    ledger.mark(name);
    if (!mood.quiet && this.random.chance(0.4)) await clock.sleep(this.random.int(5, 4_000));
    const isBefore = this.random.chance(0.5);
    const isLost = faults.fires("workspace_lost");
    if (isLost && isBefore) return failed("unavailable", `${name}: the disk is busy`);
    const answer = apply();
    return isLost ? failed("unavailable", `${name}: no answer`) : answer;
  }

  private create(spec: WorkspaceSpec): Awaited<ReturnType<WorkspacePlugin["create"]>> {
    const session = this.sessions.meet(spec.session, spec.project, spec.branch);
    const existing = this.directories.get(spec.session);
    if (existing !== undefined) return ok({ path: existing.path, base: existing.base });
    const tip = this.tips.get(spec.branch);
    if (tip !== undefined && tip.session !== spec.session)
      return failed("name_taken", `${spec.branch} is another session's`);
    if (!this.nameRefused.has(spec.session) && this.scene.faults.fires("name_taken")) {
      this.nameRefused.add(spec.session);
      return failed("name_taken", `somebody has a branch ${spec.branch}, until a moment from now`);
    }
    if (tip !== undefined) session.comebacks += 1;
    const { path, base } = this.makeDirectory(spec, tip ?? this.newTip(spec));
    return ok({ path, base });
  }

  private newTip({ session, branch }: WorkspaceSpec): Tip {
    const base = this.forge.baseHead.commit;
    const tip: Tip = { session, base, head: base, saved: null };
    this.tips.set(branch, tip);
    return tip;
  }

  private makeDirectory({ session, branch }: WorkspaceSpec, { base, head, saved }: Tip): Directory {
    const directory: Directory = {
      path: `/workspaces/${session}`,
      session,
      branch,
      base,
      head,
      dirty: new Map(saved?.files),
    };
    this.directories.set(session, directory);
    this.scene.ledger.count("workspaces:created");
    return directory;
  }

  private baseNow(): { readonly branch: string; readonly commit: CommitSha } {
    return { branch: this.forge.base, commit: this.forge.baseHead.commit };
  }

  private commitOf(reference: string): Awaited<ReturnType<WorkspacePlugin["commitOf"]>> {
    if (reference === this.forge.base) return ok(this.forge.baseHead.commit);
    const commit = [...this.git.commits.keys()].find((sha) => sha === reference);
    return commit === undefined ? failed("gone", `there is no ${reference}`) : ok(commit);
  }

  private setup(spec: WorkspaceSpec): Awaited<ReturnType<WorkspacePlugin["setup"]>> {
    if (!this.directories.has(spec.session)) return failed("setup_failed", "there is no directory");
    return this.scene.faults.fires("setup_failed") ? failed("setup_failed", "the set-up command failed") : ok(null);
  }

  private inspect(spec: WorkspaceSpec): Awaited<ReturnType<WorkspacePlugin["inspect"]>> {
    const directory = this.directories.get(spec.session);
    if (directory === undefined) return failed("gone", `${spec.session} has no directory`);
    return ok({ head: this.headOf(directory), dirty: directory.dirty.size > 0 });
  }

  private commitAll(spec: WorkspaceSpec): Awaited<ReturnType<WorkspacePlugin["commit"]>> {
    const directory = this.directories.get(spec.session);
    if (directory === undefined) return failed("gone", `${spec.session} has no directory`);
    if (directory.dirty.size === 0) return ok(this.headOf(directory));
    return ok(this.commit(directory, { more: new Map(), parents: [], by: "agent" }));
  }

  private rescue(spec: WorkspaceSpec): Awaited<ReturnType<WorkspacePlugin["rescue"]>> {
    const directory = this.directories.get(spec.session);
    const rescues = this.rescues.get(spec.session) ?? [];
    const latest = rescues.at(-1);
    if (directory === undefined) return ok({ ref: latest?.ref ?? null });
    if (directory.dirty.size === 0) return ok({ ref: null });
    if (latest !== undefined && isSame(latest.files, directory.dirty)) return ok({ ref: latest.ref });
    const rescue = { ref: `refs/ao/rescue/${spec.session}/${rescues.length + 1}`, files: new Map(directory.dirty) };
    this.rescues.set(spec.session, [...rescues, rescue]);
    this.scene.ledger.count("workspaces:rescued");
    return ok({ ref: rescue.ref });
  }

  private remove(spec: WorkspaceSpec): Awaited<ReturnType<WorkspacePlugin["remove"]>> {
    const directory = this.directories.get(spec.session);
    if (directory === undefined) return ok(null);
    if (this.isAlive(spec.session))
      this.scene.ledger.violate("I6", `the directory of ${spec.session} was removed under its agent`);
    this.directories.delete(spec.session);
    const tip = this.tips.get(directory.branch);
    if (tip !== undefined)
      tip.saved = directory.dirty.size === 0 ? null : (this.rescues.get(spec.session)?.at(-1) ?? null);
    this.scene.ledger.count("workspaces:removed");
    const isRescued = (content: string): boolean =>
      (this.rescues.get(spec.session) ?? []).some((rescue) => [...rescue.files.values()].includes(content));
    if (![...directory.dirty.values()].every(isRescued)) this.judgeNothingLost();
    return ok(null);
  }

  private dropBranch({ session, branch }: WorkspaceSpec, landed: CommitSha): SlotResult<null> {
    const tip = this.tips.get(branch);
    const isLandedOnly = tip?.session === session && tip.head === landed && !this.directories.has(session);
    // Where it was stays known: a session that is restored begins there.
    if (isLandedOnly) this.scene.ledger.count("workspaces:branches dropped");
    return ok(null);
  }

  private headOf(directory: Directory): HttpHead {
    return { commit: directory.head, tree: this.git.get(directory.head).tree };
  }
}

function isSame(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean {
  if (left.size !== right.size) return false;
  for (const [path, content] of left) if (right.get(path) !== content) return false;
  return true;
}
