/**
 * Browsers that are signed in. Each has a secret that it keeps for our exact origin and sends in a header, so that pages of
 * other ports neither get it nor can send it. We keep its digest only. A browser is signed out by a person, by a day without
 * use, after a week at the latest, and when the daemon has to listen on another port: whoever listens on the old one may
 * have been handed the secret.
 */
import { createHmac, randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { limits } from "../../domain/model/limits.ts";
import type { Log } from "../../engine/deps.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { parseBrowsers, type SignedInBrowser } from "./parse-browsers.ts";
import { digest, isSameSecret } from "../../lib/same-secret.ts";
import { createSecret } from "./secrets.ts";

const ID_BYTES = 6;
/** As the redactor knows it. */
const BROWSER_TOKEN = "aobrowser.";
/** Expired browsers are cut off, and what was last seen is written down, this often. */
const SWEEP_MS = 15_000;

type Options = { readonly file: string; readonly nowMs: () => number; readonly log: Log };

export type NewBrowser = { readonly browser: SignedInBrowser; readonly token: string };

export class Browsers {
  private readonly options: Options;
  private readonly known: Map<string, SignedInBrowser>;
  private readonly ends = new Map<string, AbortController>();
  private port = 0;
  private isStale = false;
  private readonly sweeping: NodeJS.Timeout;

  constructor(options: Options) {
    this.options = options;
    const text = readTextIfExists(options.file);
    const kept = text === null ? [] : parseBrowsers(text);
    if (kept === null) options.log.warn({ file: options.file }, "signed-in browsers cannot be read; all sign in again");
    this.known = new Map(kept?.map((browser) => [browser.id, browser]));
    this.sweeping = setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  /** Pages of another port belong to another origin; their secrets are forgotten. */
  listensOn(port: number): void {
    this.port = port;
    const elsewhere = [...this.known.values()].filter((browser) => browser.port !== port);
    this.cutOff(elsewhere.map(({ id }) => id));
    this.sweep();
  }

  /** One that signs in again under its id is the same browser with another secret. */
  signIn(name: string, id = randomBytes(ID_BYTES).toString("hex")): NewBrowser {
    const nowMs = this.options.nowMs();
    const secret = createSecret();
    const browser = { id, name, digest: hashSecret(secret), port: this.port, sinceMs: nowMs, seenMs: nowMs };
    const others = this.list().filter((other) => other.id !== id);
    const spare = [...this.known.keys()].filter(
      (other) => !others.slice(0, limits.browsersMax - 1).some((kept) => kept.id === other),
    );
    this.cutOff(spare);
    this.known.set(id, browser);
    this.write();
    return { browser, token: `${BROWSER_TOKEN}${id}.${secret}` };
  }

  /** Whose token it is; null: nobody's any more. It counts as used. */
  identify(token: string): string | null {
    if (!isBrowserToken(token)) return null;
    const [id = "", secret = ""] = token.slice(BROWSER_TOKEN.length).split(".");
    const browser = this.known.get(id);
    if (browser === undefined || !isSameSecret(hashSecret(secret), browser.digest)) return null;
    const nowMs = this.options.nowMs();
    if (computeEnd(browser) <= nowMs) return null;
    this.known.set(id, { ...browser, seenMs: Math.max(browser.seenMs, nowMs) });
    this.isStale = true;
    return id;
  }

  /** Shows a browser that we know its secret, without telling it; null: it is not signed in. */
  prove(id: string, challenge: string): string | null {
    const browser = this.list().find((one) => one.id === id);
    if (browser === undefined) return null;
    return createHmac("sha256", Buffer.from(browser.digest, "hex")).update(challenge).digest("hex");
  }

  /** Those that were seen last come first. */
  list(): readonly SignedInBrowser[] {
    const nowMs = this.options.nowMs();
    return [...this.known.values()]
      .filter((browser) => computeEnd(browser) > nowMs)
      .toSorted((one, other) => other.seenMs - one.seenMs || other.sinceMs - one.sinceMs);
  }

  /** Their streams and terminals end at once. Returns those that were signed in. */
  signOut(ids: readonly string[]): readonly SignedInBrowser[] {
    const found = this.list().filter(({ id }) => ids.includes(id));
    this.cutOff(found.map(({ id }) => id));
    if (found.length > 0) this.write();
    return found;
  }

  /** Aborted when the browser is signed out. */
  signalOf(id: string): AbortSignal {
    const known = this.ends.get(id);
    if (known !== undefined) return known.signal;
    const made = new AbortController();
    if (this.known.has(id)) this.ends.set(id, made);
    else made.abort();
    return made.signal;
  }

  close(): void {
    clearInterval(this.sweeping);
    this.sweep();
  }

  private sweep(): void {
    const nowMs = this.options.nowMs();
    const over = [...this.known.values()].filter((browser) => computeEnd(browser) <= nowMs);
    this.cutOff(over.map(({ id }) => id));
    if (!this.isStale) return;
    try {
      this.write();
    } catch (error) {
      // A full disk, say. It is written down the next time.
      this.options.log.warn({ error }, "signed-in browsers could not be written down");
    }
  }

  /** Forgotten at once, whatever becomes of the file. */
  private cutOff(ids: readonly string[]): void {
    for (const id of ids) {
      this.known.delete(id);
      this.ends.get(id)?.abort(new Error("this browser was signed out"));
      this.ends.delete(id);
      this.isStale = true;
    }
  }

  private write(): void {
    const { file } = this.options;
    writeFileSync(`${file}.new`, JSON.stringify({ browsers: [...this.known.values()] }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.isStale = false;
  }
}

export const isBrowserToken = (token: string): boolean => token.startsWith(BROWSER_TOKEN);

/** Until then it is signed in, unless it is used again before. */
export const computeEnd = ({ sinceMs, seenMs }: SignedInBrowser): number =>
  Math.min(seenMs + limits.browserIdleMs, sinceMs + limits.browserSignedInMs);

const hashSecret = (secret: string): string => digest(secret).toString("hex");
