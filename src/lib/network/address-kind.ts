/**
 * What lies behind an address. Names lead where their owner says, so an address decides once more what a name may open:
 *
 * - `public`: anywhere on the internet;
 * - `private`: the network around this machine, and the machine itself by its other addresses;
 * - `loopback`: services that only this machine sees, the daemon among them;
 * - `link_local`: neighbors and, in a cloud, the service that hands out the machine's credentials;
 * - `unusable`: nothing that one connects to, or a detour that hides where it leads.
 */
import { BlockList, isIPv4 } from "node:net";

export type AddressKind = "public" | "private" | "loopback" | "link_local" | "unusable";

/** `own`: the addresses of this machine's interfaces. */
export function classifyAddress(address: string, own: ReadonlySet<string> = new Set()): AddressKind {
  const ipv4 = isIPv4(address) ? address : findEmbeddedIpv4(address);
  const kind = ipv4 === null ? classifyIpv6(address) : classifyIpv4(ipv4);
  return kind === "public" && own.has(address) ? "private" : kind;
}

/** Of an address that stands for one of IPv4: mapped, compatible, or behind a NAT64. */
export function findEmbeddedIpv4(address: string): string | null {
  const groups = parseIpv6Groups(address);
  if (groups === null) return null;
  const front = groups.slice(0, 6).join(":");
  const [high = 0, low = 0] = groups.slice(6);
  const isEmbedded = ["0:0:0:0:0:65535", "100:65435:0:0:0:0"].includes(front) || (front === ZEROS && high !== 0);
  return isEmbedded ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : null;
}

const ZEROS = "0:0:0:0:0:0";

/** Eight numbers; null: it is none of IPv6. */
function parseIpv6Groups(address: string): readonly number[] | null {
  if (!URL.canParse(`http://[${address}]/`)) return null;
  const [front = "", back = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [before, after] = [front, back].map((half) => half.split(":").filter((group) => group !== ""));
  if (before === undefined || after === undefined) return null;
  const gap = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16));
}

const IPV4: readonly (readonly [string, AddressKind])[] = [
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link_local"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "private"],
  ["172.16.0.0/12", "private"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "private"],
  ["0.0.0.0/8", "unusable"],
  ["192.0.0.0/24", "unusable"],
  ["192.0.2.0/24", "unusable"],
  ["192.88.99.0/24", "unusable"],
  ["198.51.100.0/24", "unusable"],
  ["203.0.113.0/24", "unusable"],
  ["224.0.0.0/3", "unusable"],
];

/** All outside of 2000::/3 that is not named here is not in use. 6to4 and Teredo hide an address of IPv4. */
const IPV6: readonly (readonly [string, AddressKind])[] = [
  ["::1/128", "loopback"],
  ["fe80::/10", "link_local"],
  ["fc00::/7", "private"],
  ["fec0::/10", "private"],
  ["2001::/32", "unusable"],
  ["2001:db8::/32", "unusable"],
  ["2002::/16", "unusable"],
  ["2000::/3", "public"],
];

const createBlocks = (rows: typeof IPV4, family: "ipv4" | "ipv6") =>
  rows.map(([subnet, kind]) => {
    const [net = "", prefix] = subnet.split("/");
    const list = new BlockList();
    list.addSubnet(net, Number(prefix), family);
    return { list, kind };
  });
const [ipv4Blocks, ipv6Blocks] = [createBlocks(IPV4, "ipv4"), createBlocks(IPV6, "ipv6")];

const classifyIpv4 = (address: string): AddressKind =>
  ipv4Blocks.find(({ list }) => list.check(address, "ipv4"))?.kind ?? "public";

const classifyIpv6 = (address: string): AddressKind =>
  ipv6Blocks.find(({ list }) => list.check(address, "ipv6"))?.kind ?? "unusable";
