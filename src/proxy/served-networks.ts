/** The grants that are served now, by their sockets. One that nobody has used for a while is closed. */
import { openGrantedNetwork, type GrantedNetwork, type NetworkOptions } from "./granted-network.ts";
import type { Grant } from "./protocol.ts";

export type ServedOptions = Omit<NetworkOptions, "onBlocked"> & {
  readonly onBlocked: (socket: string, target: string) => void;
};

type Served = { readonly network: GrantedNetwork; usedMs: number };

export class ServedNetworks {
  private readonly options: ServedOptions;
  private readonly opening = new Map<string, Promise<Served>>();
  private readonly open = new Map<string, Served>();

  constructor(options: ServedOptions) {
    this.options = options;
  }

  /** Throws when its socket cannot be made. */
  async serve(grant: Grant): Promise<void> {
    const before = this.open.get(grant.socket) ?? (await this.opening.get(grant.socket));
    if (before === undefined) return this.begin(grant);
    before.usedMs = performance.now();
    before.network.renew(grant);
  }

  /** Sockets, and what was refused there. */
  blocked(): readonly (readonly [string, string])[] {
    return [...this.open].flatMap(([socket, { network }]) =>
      network.blocked().map((target): readonly [string, string] => [socket, target]),
    );
  }

  /** Answers how many are left. */
  sweep(unusedMs: number): number {
    const nowMs = performance.now();
    for (const [socket, one] of this.open) {
      if (one.network.connections() > 0) one.usedMs = nowMs;
      if (nowMs - one.usedMs < unusedMs) continue;
      one.network.close();
      this.open.delete(socket);
    }
    return this.open.size + this.opening.size;
  }

  close(): void {
    for (const { network } of this.open.values()) network.close();
  }

  private async begin(grant: Grant): Promise<void> {
    const { socket } = grant;
    const opening = this.openOne(grant);
    this.opening.set(socket, opening);
    try {
      this.open.set(socket, await opening);
    } finally {
      this.opening.delete(socket);
    }
  }

  private async openOne(grant: Grant): Promise<Served> {
    const { onBlocked, ...options } = this.options;
    const own = { ...options, onBlocked: (target: string): void => onBlocked(grant.socket, target) };
    return { network: await openGrantedNetwork(grant, own), usedMs: performance.now() };
  }
}
