/** A host as somebody wrote it, in the one form that is compared: names in ASCII, addresses as numbers. */
import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { findEmbeddedIpv4 } from "./address-kind.ts";

export type NetworkHost =
  { readonly kind: "name"; readonly name: string } | { readonly kind: "address"; readonly address: string };

export type NetworkTarget = { readonly host: NetworkHost; readonly port: number };

const NAME_CHARS_MAX = 253;
const LABEL_CHARS_MAX = 63;

/** Null: this cannot be a host. Whatever form of an address the system's resolver would take is an address here, too. */
export function parseHost(written: string): NetworkHost | null {
  if (written.startsWith("[")) return written.endsWith("]") ? parseIpv6(written.slice(1, -1)) : null;
  if (written.includes(":")) return parseIpv6(written);
  // Letters and digits of all scripts; nothing that could end a name, or hide in one.
  if (written.length > 2 * NAME_CHARS_MAX || !/^[\p{L}\p{M}\p{N}._-]+$/u.test(written)) return null;
  const name = domainToASCII(written).replace(/\.$/, "");
  if (isIPv4(name)) return { kind: "address", address: name };
  const isName =
    name.length <= NAME_CHARS_MAX &&
    name.split(".").every((label) => label !== "" && label.length <= LABEL_CHARS_MAX && /^[a-z0-9_-]+$/.test(label));
  return isName ? { kind: "name", name } : null;
}

/** An address with a zone names an interface of this machine, which is nobody's business. */
function parseIpv6(text: string): NetworkHost | null {
  if (!isIPv6(text) || text.includes("%")) return null;
  const short = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  return { kind: "address", address: findEmbeddedIpv4(short) ?? short };
}

/** `host:port`, as in a CONNECT request. Null: it is none. */
export function parseAuthority(written: string, defaultPort: number | null = null): NetworkTarget | null {
  const found = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(written);
  const [, name = "", digits] = found ?? [];
  const host = parseHost(name);
  const port = digits === undefined ? defaultPort : Number(digits);
  if (found === null || host === null || port === null || port < 1 || port > 65_535) return null;
  return { host, port };
}

export const formatHost = (host: NetworkHost): string => (host.kind === "name" ? host.name : host.address);

/** As it is shown, and as it stands in a Host header. */
export function formatTarget({ host, port }: NetworkTarget): string {
  const text = formatHost(host);
  return `${text.includes(":") ? `[${text}]` : text}:${port}`;
}
