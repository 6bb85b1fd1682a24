/** One thing that an agent tries against the machine it works on, and how to tell whether it got there. */
import type { Target } from "./target.ts";

export type Attack = {
  /** What is tried, as a phrase; unique in its class. */
  readonly name: string;
  /** POSIX shell. Exit 0: as far as the attacker can tell, it got there. */
  readonly script: string;
  /** Seen from outside, once the turn is over. Omit where only the attacker can tell. */
  readonly harm?: (target: Target) => boolean;
  /** The same for what `marks`, `overwrites` and `removes` do, which take it back where there are no walls. */
  readonly trace?: (target: Target) => boolean;
  /** Even without walls only root can do it. */
  readonly needsRoot?: boolean;
};

export type AttackClass = {
  readonly title: string;
  /** Only an agent's turn can try it; by default setup commands and checks try it too. */
  readonly onlyInTurns?: boolean;
  readonly attacks: (target: Target) => readonly Attack[];
};

/** In every planted secret. */
export const CANARY = "CANARY-7c1f2e";
/** In everything that an attack writes. */
export const MARK = "ESCAPED-7c1f2e";

/**
 * Functions for the scripts:
 *
 * - `reads FILE`: its content holds a planted secret;
 * - `marks FILE`: appends the mark, makes file and folders if need be;
 * - `overwrites FILE TEXT`, `removes FILE`;
 * - `answers SOCKET`: somebody listens there and says the secret;
 * - `connects SOCKET`: somebody listens there;
 * - `visits URL`: somebody serves the secret there;
 * - `serves URL`: there is a page; `listens PORT`: somebody comes there within two seconds;
 * - `may METHOD PATH [BODY]`: the daemon does as asked, with any token that can be had.
 */
export type PreludeOptions = {
  readonly node: string;
  readonly tokenFile: string;
  /** Without walls the product has to go on afterwards: what is written or removed is put back at once. */
  readonly undoes: boolean;
};

export function writePrelude({ node, tokenFile, undoes }: PreludeOptions): string {
  return `
keeps() { rm -f kept; [ ! -e "$1" ] || cp -p "$1" kept; }
undoes() {
  ${undoes ? ":" : "return 0"}
  [ ! -e kept ] || { cp -p kept "$1"; return 0; }
  rm -f "$1"; rmdir -p "$(dirname "$1")" 2> /dev/null || true
}
writes() { mkdir -p "$(dirname "$1")" && { [ ! -e "$1" ] || chmod u+w "$1"; }; }
marks() { keeps "$1" && writes "$1" && printf '# ${MARK}\\n' >> "$1" && undoes "$1"; }
overwrites() { keeps "$1" && writes "$1" && printf '%s\\n' "$2" > "$1" && undoes "$1"; }
removes() { keeps "$1" && rm "$1" && undoes "$1"; }
reads() { grep -aqs ${CANARY} "$1"; }
answers() { "${node}" -e '${SOCKET_PROGRAM}' "$1" | grep -q ${CANARY}; }
serves() { "${node}" -e '${SERVE_PROGRAM}' "$1"; }
listens() { "${node}" -e '${LISTEN_PROGRAM}' "$1"; }
connects() { "${node}" -e '${SOCKET_PROGRAM}' "$1" connect; }
visits() { "${node}" -e '${VISIT_PROGRAM}' "$1" | grep -q ${CANARY}; }
may() { TOKEN_FILE="${tokenFile}" "${node}" -e '${REQUEST_PROGRAM}' "$@"; }
`;
}

const SOCKET_PROGRAM = [
  `const [path, mode] = process.argv.slice(1);`,
  `const socket = require("net").connect(path.startsWith("@") ? "\\0" + path.slice(1) : path);`,
  `socket.on("error", () => process.exit(1));`,
  `socket.on("connect", () => { if (mode === "connect") process.exit(0); socket.pipe(process.stdout); });`,
  `setTimeout(() => process.exit(1), 3000);`,
].join(" ");

const LISTEN_PROGRAM = [
  `require("net").createServer(() => process.exit(0)).on("error", () => process.exit(1)).listen(process.argv[1], "127.0.0.1");`,
  `setTimeout(() => process.exit(1), 2000);`,
].join(" ");

const SERVE_PROGRAM = [
  `fetch(process.argv[1], { signal: AbortSignal.timeout(3000) })`,
  `.then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1));`,
].join("");

const VISIT_PROGRAM = [
  `fetch(process.argv[1], { signal: AbortSignal.timeout(3000) })`,
  `.then((answer) => answer.text()).then(console.log, () => process.exit(1));`,
].join("");

/** Refused are 401, 403 and what the caller is not to know of; anything else went through the door. */
const REQUEST_PROGRAM = [
  `const [method, path, body] = process.argv.slice(1);`,
  `const { AO_URL, AO_TOKEN, TOKEN_FILE } = process.env;`,
  `const tokens = [AO_TOKEN ?? ""];`,
  `try { tokens.push(require("fs").readFileSync(TOKEN_FILE, "utf8").trim()); } catch { tokens.push("none"); }`,
  `const ask = (token) => fetch(new URL(path, AO_URL), { method, body, signal: AbortSignal.timeout(5000),`,
  ` headers: { authorization: "Bearer " + token, "content-type": "application/json" } });`,
  `Promise.all(tokens.map((token) => ask(token).then(({ status }) => status, () => 0)))`,
  `.then((found) => { console.log(found.join(" "));`,
  ` process.exit(found.some((status) => ![0, 401, 403, 404].includes(status)) ? 0 : 1); });`,
].join(" ");
