/**
 * Where refs are, told without a program: the first step of every fetch and push, and all of `ls-remote`. What git announces beside
 * them it has said once itself; objects are always packed and unpacked by git.
 */
import type { IncomingMessage } from "node:http";

type Refs = ReadonlyMap<string, string>;

const FLUSH = "0000";
const line = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;

/** Null: git itself has to answer. */
export function refsAnswer(request: IncomingMessage, url: URL, body: Buffer, refs: Refs): string | null {
  const isNewer = String(request.headers["git-protocol"] ?? "").includes("version=2");
  if (url.pathname.endsWith("/git-upload-pack") && isNewer && body.includes("command=ls-refs"))
    return listed(body.toString(), refs);
  if (!url.pathname.endsWith("/info/refs")) return null;
  const service = url.searchParams.get("service") ?? "";
  if (service === "git-upload-pack" && isNewer) return `${announced(service)}${UPLOAD}`;
  return service === "git-receive-pack" ? `${announced(service)}${receiving(refs)}` : null;
}

export function typeOf(url: URL): string {
  const service = url.searchParams.get("service");
  return service === null ? "application/x-git-upload-pack-result" : `application/x-${service}-advertisement`;
}

const announced = (service: string): string => `${line(`# service=${service}\n`)}${FLUSH}`;

const UPLOAD =
  ["version 2", "agent=git/2", "ls-refs=unborn", "fetch=shallow wait-for-done", "object-format=sha1"]
    .map((text) => line(`${text}\n`))
    .join("") + FLUSH;

const ABLE = "report-status report-status-v2 delete-refs quiet atomic ofs-delta object-format=sha1 agent=git/2";

function receiving(refs: Refs): string {
  const known = [...refs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const all = known.length === 0 ? [["capabilities^{}", "0".repeat(40)] as const] : known;
  return all.map(([ref, oid], n) => line(`${oid} ${ref}${n === 0 ? `\0${ABLE}` : ""}\n`)).join("") + FLUSH;
}

function listed(asked: string, refs: Refs): string {
  const prefixes = [...asked.matchAll(/ref-prefix ([^\n]*)\n/g)].map((match) => match[1] ?? "");
  const wanted = [...refs].filter(
    ([ref]) => prefixes.length === 0 || prefixes.some((prefix) => ref.startsWith(prefix)),
  );
  return wanted.map(([ref, oid]) => line(`${oid} ${ref}\n`)).join("") + FLUSH;
}
