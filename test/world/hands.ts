/** How an agent changes files: it does its task, fixes what the text names, merges what it is told to merge. */
import type { CommitSha } from "../../src/domain/model/ids.ts";
import { commitSha } from "../../src/domain/model/ids.ts";
import type { ForgeState } from "./forge-state.ts";
import type { Files } from "./git.ts";
import { ownConfiguration } from "./owners.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { SessionTruth } from "./sessions.ts";
import type { AgentTraits } from "./swarm.ts";
import type { Directory, Workspaces } from "./workspaces.ts";
import { nameIn, tokensIn } from "./tokens.ts";

export class Hands {
  /** Which side of which pair an issue writes. */
  readonly sideOf = new Map<string, string>();
  private readonly scene: Scene;
  private readonly random: Random;
  private readonly workspaces: Workspaces;
  private readonly forge: ForgeState;
  private readonly traits: AgentTraits;
  private made = 0;

  constructor(scene: Scene, workspaces: Workspaces, forge: ForgeState, traits: AgentTraits) {
    this.scene = scene;
    this.random = scene.random.fork(`hands ${forge.project}`);
    this.workspaces = workspaces;
    this.forge = forge;
    this.traits = traits;
  }

  /** Leaves something in the directory that is nowhere else. */
  scribble(directory: Directory): void {
    this.made += 1;
    const path = `notes/${directory.session}.txt`;
    const before = directory.dirty.get(path);
    const word = `dirt(${this.forge.project}.${this.made})`;
    this.workspaces.write(directory, path, before === undefined ? word : `${before}\n${word}`);
  }

  /** Edits and commits. Nothing to do: no commit. */
  work(directory: Directory, session: SessionTruth, text: string): void {
    const head = this.forge.git.get(directory.head);
    const files = new Map(head.files);
    const merged = this.mergeInto(files, directory, text);
    const own = `src/${session.id}.txt`;
    this.fix(files, own, text);
    if (session.issue !== null) this.implement(files, own, session);
    for (const wish of tokensIn(text, "wish")) addLine(files, own, `granted ${nameIn(wish)}`);
    if (tokensIn(text, "say").length > 0 && this.random.chance(0.3)) addLine(files, own, `heard ${text.length}`);
    this.fixMain(files, own);
    this.breakSomething(files, own, session);
    const changed = new Map(this.forge.git.diff(head.files, files).map((path) => [path, files.get(path) ?? ""]));
    if (changed.size === 0 && directory.dirty.size === 0 && merged === null) return;
    this.workspaces.commit(directory, { more: changed, parents: merged === null ? [] : [merged], by: "agent" });
    this.scene.ledger.count("commits");
  }

  /** "Merge the base", or "somebody moved the branch to …": theirs comes in, and both intentions are kept. */
  private mergeInto(files: Map<string, string>, directory: Directory, text: string): CommitSha | null {
    const theirs = whatToMerge(text, this.forge.baseHead.commit);
    const { git } = this.forge;
    if (theirs === null || !git.commits.has(theirs) || git.isAncestor(theirs, directory.head)) return null;
    const merge = git.merge(directory.head, theirs);
    const before = git.mergeBase(directory.head, theirs).files;
    for (const [path, content] of merge.files) files.set(path, content);
    for (const path of merge.conflicts)
      files.set(path, mergeLines(path, before, git.get(directory.head).files, git.get(theirs).files));
    return theirs;
  }

  private fix(files: Map<string, string>, own: string, text: string): void {
    const named = [...tokensIn(text, "broken"), ...tokensIn(text, "ugly")];
    const clashes = tokensIn(text, "clash").map(nameIn);
    if (!this.scene.mood.calm && this.random.chance(this.traits.breaksThings / 2)) named.pop();
    for (const token of new Set(named)) for (const path of files.keys()) dropLine(files, path, token);
    for (const pair of new Set(clashes)) {
      dropLine(files, own, `left(${pair})`);
      dropLine(files, own, `right(${pair})`);
    }
  }

  private fixMain(files: Map<string, string>, own: string): void {
    if (!this.random.chance(this.traits.fixesMain)) return;
    const others = [...files].filter(([path]) => path !== own).map(([, content]) => content);
    const [bad] = others.flatMap((content) => [...tokensIn(content, "broken"), ...tokensIn(content, "ugly")]);
    if (bad === undefined) return;
    for (const path of files.keys()) dropLine(files, path, bad);
    this.scene.ledger.count("fixes of main");
  }

  private implement(files: Map<string, string>, own: string, session: SessionTruth): void {
    const feat = `feat(${session.id})`;
    if (files.get(own)?.includes(feat) === true) return;
    addLine(files, own, feat);
    const side = this.sideOf.get(session.issue ?? "");
    if (side !== undefined) addLine(files, own, side);
    if (this.random.chance(this.traits.touchesOwnSettings)) addLine(files, ownConfiguration, `# ${session.id}`);
    if (this.random.chance(this.traits.touchesSharedFile)) addLine(files, "shared.txt", `feat(${session.id}.shared)`);
  }

  private breakSomething(files: Map<string, string>, own: string, session: SessionTruth): void {
    if (this.scene.mood.calm || !this.random.chance(this.traits.breaksThings)) return;
    this.made += 1;
    addLine(files, own, `${this.random.chance(0.7) ? "broken" : "ugly"}(${session.id}.${this.made})`);
  }
}

function whatToMerge(text: string, base: CommitSha): CommitSha | null {
  const moved = /\bmoved \S+ to (c[0-9a-z]{11,})/.exec(text);
  if (moved !== null) return commitSha(moved[1] ?? "");
  return text.includes("no longer merges into its base") ? base : null;
}

function addLine(files: Map<string, string>, path: string, line: string): void {
  const content = files.get(path);
  if (content?.split("\n").includes(line) === true) return;
  files.set(path, content === undefined ? line : `${content}\n${line}`);
}

function dropLine(files: Map<string, string>, path: string, line: string): void {
  const content = files.get(path);
  if (content?.includes(line) === true)
    files.set(
      path,
      content
        .split("\n")
        .filter((other) => other !== line)
        .join("\n"),
    );
}

/** Lines of both sides, without those that either side took away. */
function mergeLines(path: string, before: Files, left: Files, right: Files): string {
  const lines = (files: Files): readonly string[] => files.get(path)?.split("\n") ?? [];
  const [was, ours, theirs] = [new Set(lines(before)), new Set(lines(left)), new Set(lines(right))];
  const kept = [...new Set([...ours, ...theirs])].filter(
    (line) => !was.has(line) || (ours.has(line) && theirs.has(line)),
  );
  return kept.join("\n");
}
