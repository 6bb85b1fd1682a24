/**
 * Opens connections to what a list of hosts allows, and to nothing else. A name that is not listed is never resolved. One
 * that is listed is resolved here, and the connection goes to the very address that was judged.
 */
import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { classifyAddress } from "../lib/network/address-kind.ts";
import { findAllowedHost, canOpenAddress, type AllowedHost } from "../lib/network/allowed-host.ts";
import { formatTarget, type NetworkTarget } from "../lib/network/host.ts";

export type GateResult =
  | { readonly ok: true; readonly socket: Socket }
  /** `blocked`: the rules forbid it. `failToOpen`: they would not, but nobody answers. */
  | { readonly ok: false; readonly reason: "blocked" | "failed"; readonly why: string };

export type GateOptions = {
  readonly allowed: () => readonly AllowedHost[];
  /** Told of each target that the rules forbid. */
  readonly onBlocked: (target: string) => void;
  /** All addresses of a name; throws when there are none. The system's resolver unless given. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
};

export type Gate = (target: NetworkTarget) => Promise<GateResult>;

/** As long as clients of the web wait for one address before they try the next. */
const CONNECT_WITHIN_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 30_000;

export function createGate({ allowed, onBlocked, resolve = resolveName }: GateOptions): Gate {
  return async (target) => {
    const shown = formatTarget(target);
    const block = (why: string): GateResult => {
      onBlocked(shown);
      return { ok: false, reason: "blocked", why };
    };
    const entry = findAllowedHost(allowed(), target);
    if (entry === null) return block(`${shown} is not in the list \`network\` of this project`);
    let addresses: readonly string[];
    try {
      addresses = target.host.kind === "address" ? [target.host.address] : await resolve(target.host.name);
    } catch (error) {
      return failToOpen(`${shown} could not be resolved (${readMessage(error)})`);
    }
    const own = listOwnAddresses();
    const open = addresses.filter((address) => canOpenAddress(entry, classifyAddress(address, own)));
    if (open.length === 0 && addresses.length > 0)
      return block(`${shown} leads into this machine or the network around it, which the list does not name`);
    return connectToFirst(open, target.port, shown);
  };
}

async function connectToFirst(addresses: readonly string[], port: number, shown: string): Promise<GateResult> {
  let why = "it has no address";
  for (const address of addresses) {
    try {
      return { ok: true, socket: await connectTo(address, port) };
    } catch (error) {
      why = readMessage(error);
    }
  }
  return failToOpen(`${shown} could not be reached (${why})`);
}

function connectTo(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true, keepAlive: true, autoSelectFamily: false });
    socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS).setNoDelay(true);
    const timer = setTimeout(() => socket.destroy(new Error("no answer in time")), CONNECT_WITHIN_MS);
    socket.once("error", reject).once("close", () => clearTimeout(timer));
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

const resolveName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** Asked each time: a laptop changes its networks. */
const listOwnAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)));

const failToOpen = (why: string): GateResult => ({ ok: false, reason: "failed", why });
const readMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
