/** The hosts that a program may reach, as people list them, and what each of them opens. */
import type { AddressKind } from "./address-kind.ts";
import { formatTarget, formatHost, parseHost, type NetworkHost, type NetworkTarget } from "./host.ts";

export type AllowedHost = {
  /** The very host, or the part behind `*.`. */
  readonly host: NetworkHost;
  readonly isSuffix: boolean;
  /** Null: the ports of the web. */
  readonly port: number | null;
};

export type ParsedHost =
  { readonly ok: true; readonly allowed: AllowedHost } | { readonly ok: false; readonly why: string };

const WEB_PORTS = [80, 443];

/** `name`, `*.name` or an address, each with or without `:port`. */
export function parseAllowedHost(written: string): ParsedHost {
  const misread = explainNoHost(written);
  if (misread !== null) return { ok: false, why: misread };
  const found = ENTRY.exec(written);
  const [, star, name = "", digits] = found ?? [];
  const host = parseHost(name);
  const port = digits === undefined ? null : Number(digits);
  if (host === null) return { ok: false, why: EXPECTED };
  if (port !== null && (port < 1 || port > 65_535)) return { ok: false, why: "a port is a number from 1 to 65535" };
  const isSuffix = star !== undefined;
  if (isSuffix && host.kind === "address") return { ok: false, why: "`*.` goes in front of a name, not of an address" };
  return { ok: true, allowed: { host, isSuffix, port } };
}

/** An address of IPv6 needs its brackets only before a port. */
const ENTRY = /^(\*\.)?(\[[^\]]*\]|[^:*]*|[^[\]*]*:[^[\]*]*:[^[\]*]*)(?::(\d+))?$/;
const EXPECTED = "expected a host such as `example.com`, `*.example.com`, `example.com:8443` or `127.0.0.1:5432`";

/** What people write who mean something else. */
function explainNoHost(written: string): string | null {
  if (written === "full" || written === "none") return `write \`network: ${written}\` without a list`;
  if (written === "*") return "to allow every host, write `network: full`";
  const bare = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)/i.exec(written)?.[1] ?? written.split("/")[0] ?? "";
  if (bare !== written) return `expected a host without scheme and path, such as \`${bare || "example.com"}\``;
  return written.replace(/^\*\./, "").includes("*") ? "`*` stands for whole labels in front: `*.example.com`" : null;
}

/** The one that speaks of the target most plainly; null: none does. */
export function findAllowedHost(list: readonly AllowedHost[], { host, port }: NetworkTarget): AllowedHost | null {
  const matching = list.filter(
    (allowed) =>
      isAllowedHost(allowed, host) && (allowed.port === null ? WEB_PORTS.includes(port) : allowed.port === port),
  );
  const plainness = ({ isSuffix, port: named }: AllowedHost): number => (isSuffix ? 0 : 2) + (named === null ? 0 : 1);
  return matching.toSorted((one, other) => plainness(other) - plainness(one))[0] ?? null;
}

function isAllowedHost(allowed: AllowedHost, host: NetworkHost): boolean {
  if (allowed.host.kind !== host.kind) return false;
  const [own, asked] = [formatHost(allowed.host), formatHost(host)];
  return allowed.isSuffix ? asked.endsWith(`.${own}`) : asked === own;
}

/**
 * Whether an entry opens an address that its name leads to. Only a person can open what is not public: by the address
 * itself, or for the network around by the whole name with its port. Whoever owns a name could lead it anywhere.
 */
export function canOpenAddress({ host, isSuffix, port }: AllowedHost, kind: AddressKind): boolean {
  if (kind === "public") return true;
  if (kind === "unusable") return false;
  if (host.kind === "address") return true;
  if (isSuffix || port === null) return false;
  return kind === "private" || (kind === "loopback" && /(^|\.)localhost$/.test(host.name));
}

/** Services of this machine that are named: a program inside finds them where it would find them outside. */
export function listLoopbackTargets(list: readonly AllowedHost[]): readonly string[] {
  const isLoopback = ({ host, isSuffix }: AllowedHost): boolean =>
    !isSuffix && ["127.0.0.1", "::1", "localhost"].includes(formatHost(host));
  return list.flatMap(({ host, port, ...one }) =>
    port !== null && isLoopback({ host, port, ...one }) ? [formatTarget({ host, port })] : [],
  );
}
