/**
 * What the daemon and the proxy say to each other: one JSON object a line, over a socket that only the owner of the home
 * can open. The proxy begins with a greeting. The number of the protocol only grows.
 */
export const PROTOCOL = 1;

export type ProxyGreeting = { readonly proxy: "ao"; readonly protocol: number; readonly pid: number };

/**
 * Programs of one kind that share rules: those of a session, or the set-up commands and checks of a project. Asked again
 * for the same socket, the newer rules hold.
 */
export type Grant = {
  /** Where the programs find the proxy; all that tells one grant from another. */
  readonly socket: string;
  readonly hosts: readonly string[];
  /** Ports of this machine's loopback interface that lead to servers of the programs. */
  readonly previews: readonly number[];
  /** Gets a line for each host that was refused; null: nobody reads one. */
  readonly log: string | null;
};

export type ProxyRequest = { readonly id: number; readonly ask: "serve"; readonly grant: Grant };

export type ProxyAnswer =
  { readonly id: number; readonly ok: true } | { readonly id: number; readonly ok: false; readonly message: string };

/** Told once per host and grant. */
export type BlockedEvent = { readonly event: "blocked"; readonly socket: string; readonly target: string };

/** Nobody needed it any more. Without this word its end is a death. */
export type EndedEvent = { readonly event: "ended" };
