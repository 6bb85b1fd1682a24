/**
 * Idempotency. The same key with the same request is done once and answered alike, also across a death of the daemon:
 * a command's request is kept in the transaction that took the command.
 */
import { createHash } from "node:crypto";
import type { Store } from "../../store/open.ts";
import type { KeptRequest } from "../../store/requests.ts";
import type { Mutation, Ref } from "./endpoint.ts";
import { refuse } from "./refusal.ts";

export type Keyed = {
  /** Null: the client gave none. */
  readonly key: string | null;
  readonly route: string;
  readonly input: object;
};

/** `answer` is JSON. */
export type Done = { readonly answer: string; readonly replayed: boolean };

export type Work = {
  /** What it did, or null when only its answer is to be kept. */
  readonly act: (mutation: Mutation) => Promise<string | Ref>;
  readonly view: (ref: Ref) => Promise<string>;
  readonly isSecret: boolean;
};

const KEY = /^[\x21-\x7e]{1,200}$/;

export class IdempotentRequests {
  private readonly store: Pick<Store, "requests" | "transaction">;
  private readonly nowMs: () => number;
  private readonly underWay = new Map<string, { readonly hash: string; readonly done: Promise<Done> }>();

  constructor(store: Pick<Store, "requests" | "transaction">, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  async run({ key, route, input }: Keyed, work: Work): Promise<Done> {
    if (key === null) return this.doIt(null, work, () => undefined);
    if (!KEY.test(key))
      throw refuse("bad_request", "nothing was done: an Idempotency-Key is 1 to 200 printable letters");
    const hash = hashInput(route, input);
    const other = this.underWay.get(key) ?? this.store.requests.get(key);
    if (other !== null && other.hash !== hash)
      throw refuse("key_reused", "nothing was done: this Idempotency-Key was used for another request; take a new one");
    if (other !== null && "done" in other) return { ...(await other.done), replayed: true };
    if (other !== null) return this.replay(other, work);
    const keep = (ref: Ref): void => this.store.requests.add({ key, route, hash, ref, answer: null }, this.nowMs());
    const done = this.doIt(key, work, keep);
    this.underWay.set(key, { hash, done });
    try {
      return await done;
    } finally {
      this.underWay.delete(key);
    }
  }

  private async doIt(key: string | null, { act, view, isSecret }: Work, keep: Mutation["keep"]): Promise<Done> {
    const did = await act({ key, keep });
    const answer = typeof did === "string" ? did : await view(did);
    if (key !== null && !isSecret)
      this.store.transaction(() => {
        if (typeof did === "string") keep({});
        this.store.requests.answered(key, answer);
      });
    return { answer, replayed: false };
  }

  /** The daemon went down between the deed and its answer: the answer is made from what it did. */
  private async replay({ key, ref, answer }: KeptRequest, { view }: Work): Promise<Done> {
    if (answer !== null) return { answer, replayed: true };
    const made = await view(ref);
    this.store.transaction(() => this.store.requests.answered(key, made));
    return { answer: made, replayed: true };
  }
}

function hashInput(route: string, input: object): string {
  const sorted = Object.entries(input).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([route, sorted]))
    .digest("hex");
}
