/** I14: what is done for one session is done one after another. */
import type { SessionId } from "../../src/domain/model/ids.ts";
import { limits } from "../../src/domain/model/limits.ts";
import type { RuntimePlugin } from "../../src/slots/runtime.ts";
import type { ScmPlugin } from "../../src/slots/scm.ts";
import type { WorkspacePlugin } from "../../src/slots/workspace.ts";
import type { Scene } from "./scene.ts";

type Errand = {
  readonly session: SessionId;
  readonly what: string;
  readonly generation: number;
  readonly sinceMs: number;
};

export class Errands {
  private readonly underWay = new Set<Errand>();
  private readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  runtime(plugin: RuntimePlugin): RuntimePlugin {
    return { ...plugin, start: (launch) => this.run(launch.session, "a start", () => plugin.start(launch)) };
  }

  scm(plugin: ScmPlugin): ScmPlugin {
    return {
      ...plugin,
      publish: (request) => this.run(request.session, "a publishing", () => plugin.publish(request)),
    };
  }

  workspace(plugin: WorkspacePlugin): WorkspacePlugin {
    return {
      ...plugin,
      create: (spec) => this.run(spec.session, "a create", () => plugin.create(spec)),
      setup: (spec, ...rest) => this.run(spec.session, "a set-up", () => plugin.setup(spec, ...rest)),
      commit: (spec, ...rest) => this.run(spec.session, "a commit", () => plugin.commit(spec, ...rest)),
      rescue: (spec) => this.run(spec.session, "a rescue", () => plugin.rescue(spec)),
      remove: (spec) => this.run(spec.session, "a removal", () => plugin.remove(spec)),
    };
  }

  /** The same errand, watched. What a dead daemon had under way is nobody's any more, nor what it gave up waiting for. */
  private async run<T>(session: SessionId, what: string, errand: () => Promise<T>): Promise<T> {
    const { ledger, daemon, clock } = this.scene;
    const { generation } = daemon;
    for (const other of this.underWay) {
      const isWaitedFor = other.generation === generation && clock.awakeMs - other.sinceMs < limits.effectTimeoutMs;
      if (other.session === session && isWaitedFor)
        ledger.violate("I14", `${what} began for ${session} while ${other.what} was under way`);
    }
    const begun = { session, what, generation, sinceMs: clock.awakeMs };
    this.underWay.add(begun);
    try {
      return await errand();
    } finally {
      this.underWay.delete(begun);
    }
  }
}
