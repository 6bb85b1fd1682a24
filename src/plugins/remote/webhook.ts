/**
 * Who sends us deliveries, and how it proves that it is the sender: by an HMAC of the raw bytes, or by a token. What a delivery
 * says is a hint and nothing more, so its words are never obeyed.
 */
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { HintKind } from "../../slots/hint.ts";

export type Delivery = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly query: URLSearchParams;
};

/** Who looks at the sender's side of a project. */
export type Wakened = "tracker" | "scm";

export type WebhookSender = {
  /** Takes as long for a near miss as for a wild guess. */
  readonly isGenuine: (delivery: Delivery, secret: string) => boolean;
  /** The sender's own id of the delivery, the same when it is sent again; null: it gave none. */
  readonly idOf: (headers: IncomingHttpHeaders) => string | null;
  /** Whose news it may be; nobody's: the sender only tries whether it gets through. */
  readonly wakes: (headers: IncomingHttpHeaders) => readonly Wakened[];
  /** Of what it tells: a sender need not be set up to tell of everything. */
  readonly kind: (headers: IncomingHttpHeaders) => HintKind;
  /** What the sender would add to this body. */
  readonly signed: (body: Buffer, secret: string, id: string) => Readonly<Record<string, string>>;
  /** Of what a delivery speaks, each kind of name by itself; null: it does not say. Only compared, never obeyed. */
  readonly about: (payload: unknown) => Readonly<Record<string, string | null>>;
  /** The same of a project; of a kind that is left out, or empty, nothing is known. */
  readonly names: (project: NamedProject) => Readonly<Record<string, readonly string[]>>;
  /** Which of its events are of use here. */
  readonly events: readonly string[];
  /** Where a person enters address and secret. */
  readonly where: string;
  /** It makes the secret itself, and shows it there. */
  readonly makesSecret?: boolean;
};

export type NamedProject = {
  readonly repo: string | null;
  /** Of the tracker's block, where that is the sender; else empty. */
  readonly tracker: Readonly<Record<string, unknown>>;
  /** What its repository is called there now, where that is known to be another name. */
  readonly now: readonly string[];
};

export const header = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : null;
};

export const hmac = (body: Buffer, secret: string): string => createHmac("sha256", secret).update(body).digest("hex");

/** An event that is not known here may be anybody's. */
export const BOTH: readonly Wakened[] = ["tracker", "scm"];

/** What a block of the settings says under one of these names. */
export const settingsNamed = (
  settings: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): readonly string[] =>
  names.flatMap((name) => {
    const value = settings[name];
    return typeof value === "string" && value !== "" ? [value] : [];
  });

/** Of an address the path, as deliveries name it. */
export function repositoryPaths(repo: string): readonly string[] {
  const path = repo.replace(/^[a-z+]+:\/\/[^/]+\/|^[^@/]+@[^:/]+:/i, "").replace(/\.git$|\/+$/g, "");
  return path === "" ? [] : [path];
}
