import type { Holder } from "./start-turn.ts";

/** What runtimes need of the host: the process that holds terminals, and stdins that stay open. `src/host/client.ts` is one. */
export type TurnHost = {
  readonly start: (turn: {
    readonly directory: string;
    readonly argv: Holder["argv"];
    readonly stdio: "screen" | "frames";
  }) => Promise<Answer<"started">>;
  readonly write: (frame: {
    readonly directory: string;
    readonly frameId: string;
    readonly bytes: string;
    readonly ends?: boolean;
  }) => Promise<Answer<"written" | "gone">>;
};

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: "unavailable"; readonly message: string } };
