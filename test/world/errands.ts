/** I14: what is done for one session is done one after another. */
import type { SessionId } from "../../src/domain/ids.ts";
import type { RuntimePlugin } from "../../src/slots/runtime.ts";
import type { ScmPlugin } from "../../src/slots/scm.ts";
import type { WorkspacePlugin } from "../../src/slots/workspace.ts";
import type { Scene } from "./scene.ts";

export class Errands {
  private readonly underWay = new Map<string, string>();
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

  /** The same errand, watched. What a dead daemon had under way is nobody's any more. */
  private async run<T>(session: SessionId, what: string, errand: () => Promise<T>): Promise<T> {
    const { ledger, daemon } = this.scene;
    const key = `${daemon.generation} ${session}`;
    const other = this.underWay.get(key);
    if (other !== undefined) ledger.violate("I14", `${what} began for ${session} while ${other} was under way`);
    this.underWay.set(key, what);
    try {
      return await errand();
    } finally {
      this.underWay.delete(key);
    }
  }
}
