/** The sandboxes of this machine, each tried once: what works does not change while the daemon runs. */
import type { ProjectSettings } from "../../../config/resolve/project-settings.ts";
import { tryOwnNetwork } from "../../../lib/sandbox/own-network.ts";
import { findSandbox, type FoundSandbox } from "../../../lib/sandbox/sandbox.ts";

export class Sandboxes {
  private readonly found = new Map<string, Promise<FoundSandbox>>();

  /** One that keeps all that the settings ask of it: a limit that cannot be kept is refused, not forgotten. */
  findFor({ sandbox, network, specialists }: SandboxNeeds): Promise<FoundSandbox> {
    const isLimited = [network, ...specialists.map((one) => one.network)].some(({ kind }) => kind !== "full");
    return this.once(JSON.stringify([sandbox.use, isLimited]), async () => {
      const found = await this.find(sandbox.use);
      if (!found.ok || !isLimited) return found;
      const tried = await tryOwnNetwork(found.sandbox);
      return tried.ok ? found : { ok: false, why: [tried.why, ...(found.why === null ? [] : [found.why])].join(": ") };
    });
  }

  find(wanted: string): Promise<FoundSandbox> {
    return this.once(wanted, () => findSandbox(wanted));
  }

  private once(key: string, find: () => Promise<FoundSandbox>): Promise<FoundSandbox> {
    const known = this.found.get(key) ?? find();
    this.found.set(key, known);
    return known;
  }
}

export type SandboxNeeds = Pick<ProjectSettings, "sandbox" | "network" | "specialists">;
