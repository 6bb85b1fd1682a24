/** Why a program failed for reasons outside of its tree, by what it printed; null where nothing speaks for that. */
import { findMissingCommand, UNNAMED } from "./missing-command.ts";

export type PrintedOutput = {
  /** Its exit code. */
  readonly code: number;
  readonly lines: readonly string[];
  /** It installs: whatever goes wrong with the network there blames nobody. */
  readonly isSetup: boolean;
  /** A report names tests that failed: a network that they tell of may be their own. */
  readonly hasFailingTests: boolean;
};

/** Goes on after "`npm test` ". */
export function findOutsideCause({ code, lines, isSetup, hasFailingTests }: PrintedOutput): string | null {
  if (code === KILLED) return "was killed, perhaps for want of memory";
  const full = lines.find((line) => noRoom.test(line));
  if (full !== undefined) return `found no room: ${quote(full)}`;
  if (hasFailingTests) return null;
  const missing = isSetup ? null : findMissingCommand(code, lines);
  // A path is a file that the tree itself should hold, or that its set-up makes there.
  if (missing !== null && missing !== UNNAMED && !missing.includes("/"))
    return `did not find the program ${missing}; is \`setup\` missing?`;
  const offline = lines.find((line) => noDownload.test(line) || (isSetup ? noNetwork : noName).test(line));
  return offline === undefined ? null : `did not reach the network: ${quote(offline)}`;
}

/** 128 + 9: killed inside a sandbox. */
const KILLED = 137;
const noRoom = /ENOSPC|No space left on device|Cannot allocate memory|ENOMEM/;
/** A name that is not resolved is no server that a test forgot to start. */
const noName =
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|Could not resolve host|Temporary failure in name resolution|dial tcp: lookup \S+|Name or service not known|nodename nor servname|failed to lookup address information|UnknownHostException/i;
/** What package managers say when a download fails for want of the network: no test says that. */
const noDownload = new RegExp(
  [
    String.raw`Could not transfer (?:artifact|metadata) \S+ from\/to `,
    String.raw`Could not (?:GET|HEAD) '[^']+'\.\s*$`,
    String.raw`^(?:go: |\S+\.go:\d+:\d+: ).*: Get "https?:`,
    "failed to download from `https?:|spurious network error",
    "Could not reach host \\S+ Check your network connection",
    "NU1301: Unable to load the service index",
    String.raw`Could not install packages due to an \w+: HTTPS?ConnectionPool`,
    "^error: Failed to fetch: `https?:",
  ].join("|"),
);
const noNetwork = new RegExp(
  `${noName.source}|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|Network is unreachable|Connection (?:refused|reset|timed out)|TLS handshake`,
  "i",
);

const QUOTED_MAX = 160;
const quote = (line: string): string => line.trim().slice(0, QUOTED_MAX);
