/** The checks slot: runs that take time, flake, break for reasons of their own, and remember what they once said. */
import type { CheckResult } from "../../src/domain/checks/check.ts";
import type { ChangeId, TreeSha } from "../../src/domain/model/ids.ts";
import type { CheckRequest, ChecksPlugin } from "../../src/slots/checks.ts";
import { failed, ok } from "../../src/slots/result.ts";
import type { Gateway } from "./gateway.ts";
import type { Git } from "./git.ts";
import { fractionFrom } from "./hash.ts";
import { reportsTests, type Judge } from "./judge.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import { checkNames, type CheckName } from "./swarm-rules.ts";

type Run = {
  readonly tree: TreeSha;
  over: "no" | "done" | "cancelled";
  results: readonly CheckResult[];
  readonly end: Promise<void>;
  readonly finish: () => void;
};
type Red = { times: number; lastAwakeMs: number };

export class Ci {
  /** Called when a run of a change's checks begins. */
  onStarted: (change: ChangeId, tree: TreeSha) => void = () => {};
  /** Called when the daemon hears what the checks of a change say. */
  onTold: (change: ChangeId, tree: TreeSha, passed: boolean) => void = () => {};
  readonly plugin: ChecksPlugin;
  /** When a run of the base last failed for no reason. */
  baseFlakedMs = -Infinity;
  /** Which checks have really passed on a tree, in any run. */
  private readonly passed = new Map<TreeSha, Set<string>>();
  private readonly failedToRun = new Set<TreeSha>();
  private readonly redTold = new Map<TreeSha, Red>();
  private readonly calledOff = new Set<TreeSha>();
  private readonly runs = new Map<string, Run>();
  private readonly durationMaxMs: number;
  private readonly scene: Scene;
  private readonly random: Random;
  private readonly git: Git;
  private readonly judge: Judge;

  constructor(scene: Scene, gateway: Gateway, git: Git, judge: Judge, durationMaxMs: number) {
    this.durationMaxMs = durationMaxMs;
    this.scene = scene;
    this.random = scene.random.fork("ci");
    this.git = git;
    this.judge = judge;
    this.plugin = {
      name: "world-ci",
      credential: gateway.credential,
      run: (request) => this.run(gateway, request),
      cancel: (runId) => gateway.call("checks.cancel", () => this.cancel(runId)),
    };
  }

  hasPassed(tree: TreeSha, names: readonly string[]): boolean {
    const passed = this.passed.get(tree);
    return names.every((name) => passed?.has(name) === true);
  }

  /** Has a run of this tree ended without a word about it? */
  hasFailedToRun(tree: TreeSha): boolean {
    return this.failedToRun.has(tree);
  }

  /** Has any run of this tree come to an end? */
  hasRun(tree: TreeSha): boolean {
    for (const run of this.runs.values()) if (run.tree === tree && run.over === "done") return true;
    return false;
  }

  /** Was the last run of this tree called off before its end? */
  wasCalledOff(tree: TreeSha): boolean {
    return this.calledOff.has(tree);
  }

  /** How often, and when last, the living daemon was told that this tree is truly red. */
  redToldOf(tree: TreeSha): Red | undefined {
    return this.redTold.get(tree);
  }

  private async run(gateway: Gateway, request: CheckRequest): ReturnType<ChecksPlugin["run"]> {
    const refusal = await gateway.begin("checks.run");
    if (refusal !== null) return refusal;
    const { tree } = request.of;
    if (!this.git.trees.has(tree)) return failed("refused", `there is no tree ${tree}`);
    const run = this.runs.get(request.runId) ?? this.start(request);
    if (run.over === "no") await run.end;
    if (await gateway.isAnswerLost("checks.run"))
      return failed("unavailable", "the checks ran, and their answer got lost");
    if (run.over === "cancelled") return failed("cancelled", "the run was called off");
    this.noteTold(run);
    if (request.of.kind === "change") {
      const passed = run.results.every((result) => result.verdict === "passed");
      this.onTold(request.of.change, run.tree, passed);
    }
    return ok(run.results);
  }

  private start(request: CheckRequest): Run {
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const run: Run = { tree: request.of.tree, over: "no", results: [], end, finish };
    this.runs.set(request.runId, run);
    this.calledOff.delete(run.tree);
    if (request.of.kind === "change") this.onStarted(request.of.change, run.tree);
    this.scene.ledger.count("checks:run");
    const durationMs = this.scene.mood.quiet ? 1_000 : this.random.int(5_000, this.durationMaxMs);
    this.scene.clock.after(durationMs, () => {
      if (run.over !== "no") return;
      run.results = request.names.map((name) => this.verdict(request, name));
      run.over = "done";
      for (const result of run.results) if (result.verdict === "passed") this.notePassed(result);
      const hasFlaked = run.results.some((result) => result.fingerprint.startsWith("flake("));
      if (request.of.kind === "base" && hasFlaked) this.baseFlakedMs = this.scene.clock.awakeMs;
      finish();
    });
    return run;
  }

  private cancel(runId: string): { readonly ok: true; readonly value: null } {
    const run = this.runs.get(runId);
    if (run?.over === "no") {
      this.calledOff.add(run.tree);
      run.over = "cancelled";
      run.finish();
    }
    return ok(null);
  }

  private verdict({ runId, of: { tree } }: CheckRequest, name: string): CheckResult {
    const failures = isCheckName(name) ? this.judge.of(tree)[name] : [];
    if (this.happens("infrastructure", `${tree} ${runId} ${name}`)) {
      this.failedToRun.add(tree);
      return { name, tree, verdict: "infrastructure", fingerprint: "", evidence: "the runner went away" };
    }
    if (failures.length > 0) return red(name, tree, failures);
    if (this.happens("flake", `${tree} ${runId} ${name}`)) {
      // Few faces: the same flake twice in a row looks like a true failure, and is told as one.
      return red(name, tree, [`flake(${Math.floor(3 * fractionFrom(`face ${tree} ${runId} ${name}`))})`]);
    }
    return { name, tree, verdict: "passed", fingerprint: "", evidence: "" };
  }

  /** Depends on the run alone: whoever asks again hears the same. */
  private happens(kind: "flake" | "infrastructure", what: string): boolean {
    const rate = this.scene.faults.rate(kind);
    if (rate === 0 || fractionFrom(`${kind} ${what}`) >= rate) return false;
    this.scene.ledger.count(`fault:${kind}`);
    return true;
  }

  private notePassed({ tree, name }: CheckResult): void {
    const passed = this.passed.get(tree);
    if (passed === undefined) this.passed.set(tree, new Set([name]));
    else passed.add(name);
  }

  private noteTold(run: Run): void {
    const isRed = run.results.some(
      (result) => result.verdict === "failed" && isCheckName(result.name) && this.judge.requires(result.name),
    );
    if (!isRed || this.judge.isGreen(run.tree)) return;
    const times = (this.redTold.get(run.tree)?.times ?? 0) + 1;
    this.redTold.set(run.tree, { times, lastAwakeMs: this.scene.clock.awakeMs });
  }
}

/** Whatever the tree, so many run. */
const TESTS = 100;

function red(name: string, tree: TreeSha, tokens: readonly string[]): CheckResult {
  return {
    name,
    tree,
    verdict: "failed",
    fingerprint: tokens.join("+"),
    evidence: `${tokens.join(" ")} failed in tree ${tree}`,
    ...(reportsTests(name) ? { tests: { failed: tokens, ran: TESTS } } : {}),
  };
}

function isCheckName(name: string): name is CheckName {
  return checkNames.some((known) => known === name);
}
