/** The checks of a story take as long as the story wants: each run waits until it is let go, and ends as it is told to. */
import type { CheckResult } from "../../src/domain/checks/check.ts";
import type { TreeSha } from "../../src/domain/model/ids.ts";
import type { CheckRequest, ChecksPlugin } from "../../src/slots/checks.ts";
import { failed, ok } from "../../src/slots/result.ts";
import type { Ci } from "../world/ci.ts";

/** `truly`: by what is in the tree. `flakily`: red for no reason. `broken`: the runner went away. */
export type Ending = "truly" | "flakily" | "broken";
type Waiting = { readonly request: CheckRequest; readonly end: (how: Ending | "cancelled") => void };

export class StoryChecks {
  readonly plugin: ChecksPlugin;
  /** Trees whose run was called off before it ended. */
  readonly cancelled: TreeSha[] = [];
  /** A runner that goes on although it was called off. */
  ignoresCancelling = false;
  private readonly waiting = new Map<string, Waiting>();

  constructor({ plugin: inner, onTold }: Pick<Ci, "plugin" | "onTold">) {
    this.plugin = {
      name: inner.name,
      credential: inner.credential,
      run: async (request) => {
        const how = await new Promise<Ending | "cancelled">((end) => {
          this.waiting.set(request.runId, { request, end });
        });
        if (how === "cancelled") return failed("cancelled", "the run was called off");
        const ran = await inner.run(request);
        if (!ran.ok || how === "truly") return ran;
        if (request.of.kind === "change") onTold(request.of.change, request.of.tree, false);
        return ok(ran.value.map((result) => spoil(result, how)));
      },
      cancel: async (runId) => {
        this.cancel(runId);
        return ok(null);
      },
    };
  }

  /** What waits to be let go: of changes, candidates and the base. */
  get running(): readonly CheckRequest["of"][] {
    return [...this.waiting.values()].map(({ request }) => request.of);
  }

  /** Lets those go that run now; what they cause to be run waits again. */
  finish(how: Ending, tree?: TreeSha): void {
    for (const [runId, { request, end }] of this.waiting) {
      if (tree !== undefined && request.of.tree !== tree) continue;
      this.waiting.delete(runId);
      end(how);
    }
  }

  /** Whoever asked is dead. */
  forget(): void {
    this.waiting.clear();
  }

  private cancel(runId: string): void {
    const run = this.waiting.get(runId);
    if (run === undefined) return;
    this.cancelled.push(run.request.of.tree);
    if (this.ignoresCancelling) return;
    this.waiting.delete(runId);
    run.end("cancelled");
  }
}

function spoil(result: CheckResult, how: "flakily" | "broken"): CheckResult {
  return how === "flakily"
    ? { ...result, verdict: "failed", fingerprint: "flake(1)", evidence: `flake(1) failed in tree ${result.tree}` }
    : { ...result, verdict: "infrastructure", fingerprint: "", evidence: "the runner went away" };
}
