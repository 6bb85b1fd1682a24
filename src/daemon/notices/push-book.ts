/** Which browsers a person wants to be told through, and the key by which their push services know this daemon. */
import { createECDH, createHash } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { hasCode, readTextIfExists } from "../../lib/files/if-there.ts";
import { AUTH_BYTES, CURVE, POINT_BYTES } from "../../plugins/notifier/push/encrypt.ts";
import { pushNotifier, type PushAddress } from "../../plugins/notifier/push/push-notifier.ts";
import { createVapidKey, formatPublicKey } from "../../plugins/notifier/push/vapid.ts";
import type { NotifierPlugin } from "../../slots/notifier.ts";
import { failed, ok, type SlotResult } from "../../slots/result.ts";
import { parsePushBook, type PushBrowser, type PushPages } from "./parse-push-book.ts";

/** Of one person. */
const BROWSERS_MAX = 20;
/** The channels' names begin so; a routing names them all by the word before the colon. */
export const PUSH = "push";

export type PushOffer = PushAddress & { readonly name: string };

type Options = {
  readonly file: string;
  readonly nowMs: () => number;
  /** For tests: a push service on this machine. */
  readonly takesLoopback?: boolean;
};

export class PushBook {
  private readonly options: Options;
  private pages: PushPages | null = null;

  constructor(options: Options) {
    this.options = options;
  }

  publicKey(): string {
    return formatPublicKey(this.open().key);
  }

  /** Without making a key: most homes never need one. */
  browsers(): readonly PushBrowser[] {
    return this.read()?.browsers ?? [];
  }

  /** The same browser, asked again, takes the place it had. */
  add({ endpoint, p256dh, auth, name }: PushOffer, signedInAs: string | null = null): SlotResult<PushBrowser> {
    const why = this.whyNot(endpoint, { p256dh, auth });
    if (why !== null) return failed("refused", why);
    const { browsers } = this.open();
    const id = createHash("sha256").update(endpoint).digest("hex").slice(0, 12);
    const others = browsers.filter((browser) => browser.id !== id && browser.endpoint !== endpoint);
    if (others.length >= BROWSERS_MAX)
      return failed("refused", `${BROWSERS_MAX} browsers are already registered; remove one`);
    const browser = {
      ...{ id, name, sinceMs: this.options.nowMs(), endpoint, p256dh, auth },
      ...(signedInAs === null ? {} : { signedInAs }),
    };
    this.write([...others, browser]);
    return ok(browser);
  }

  /** Its push service has given a browser another address; it stays the same browser. */
  renew(was: string, { endpoint, p256dh, auth }: PushAddress): SlotResult<PushBrowser, "unknown"> {
    const known = this.browsers().find((browser) => browser.endpoint === was);
    if (known === undefined) return failed("unknown", "no browser had that address");
    const why = this.whyNot(endpoint, { p256dh, auth });
    if (why !== null) return failed("refused", why);
    const renewed = { ...known, endpoint, p256dh, auth };
    this.write(this.browsers().map((browser) => (browser === known ? renewed : browser)));
    return ok(renewed);
  }

  /** Those that were signed in as one of these when they subscribed. */
  removeOf(signedInAs: readonly string[]): void {
    const before = this.browsers();
    const rest = before.filter((browser) => !signedInAs.includes(browser.signedInAs ?? ""));
    if (rest.length < before.length) this.write(rest);
  }

  /** False: it was not there. */
  remove(id: string): boolean {
    const before = this.browsers();
    const rest = before.filter((browser) => browser.id !== id);
    if (rest.length < before.length) this.write(rest);
    return rest.length < before.length;
  }

  channels(): readonly NotifierPlugin[] {
    return this.browsers().map((browser) => this.channelOf(browser));
  }

  channelOf(browser: PushBrowser): NotifierPlugin {
    const { nowMs } = this.options;
    return pushNotifier({
      name: `${PUSH}:${browser.id}`,
      address: browser,
      key: this.open().key,
      nowMs,
      onGone: () => this.remove(browser.id),
    });
  }

  private whyNot(endpoint: string, keys: Pick<PushAddress, "p256dh" | "auth">): string | null {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
    const isLoopback = url?.protocol === "http:" && url.hostname === "127.0.0.1" && this.options.takesLoopback === true;
    if (url === null || (url.protocol !== "https:" && !isLoopback)) return "a push service has an https address";
    if (url.username !== "" || url.password !== "")
      return "the address of a push service holds no name and no password";
    return isPoint(keys.p256dh) && Buffer.from(keys.auth, "base64url").length === AUTH_BYTES
      ? null
      : "the browser's keys are not those of a push subscription";
  }

  private open(): PushPages {
    const there = this.read();
    if (there !== null) return there;
    this.pages = { key: createVapidKey(), browsers: [] };
    this.write([]);
    return this.pages;
  }

  private read(): PushPages | null {
    const text = this.pages === null ? readTextIfExists(this.options.file) : null;
    if (text !== null) this.pages = parsePushBook(text);
    return this.pages;
  }

  private write(browsers: PushPages["browsers"]): void {
    const { file } = this.options;
    this.pages = { key: this.open().key, browsers };
    writeFileSync(`${file}.new`, JSON.stringify(this.pages), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
}

function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, "base64url");
  if (bytes.length !== POINT_BYTES) return false;
  try {
    const probe = createECDH(CURVE);
    probe.generateKeys();
    return probe.computeSecret(bytes).length > 0;
  } catch (error) {
    if (hasCode(error, "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY")) return false;
    throw error;
  }
}
