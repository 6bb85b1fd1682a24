/** How browsers sign in and out, and which are signed in. */
import { loginPath } from "../../../protocol/paths.ts";
import type { BrowserView } from "../../../protocol/daemon/browser.ts";
import type { DaemonContext } from "../../context.ts";
import type { Caller } from "../../http/access-control.ts";
import { computeEnd, type Browsers } from "../../http/browsers.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import type { SignedInBrowser } from "../../http/parse-browsers.ts";
import { refuse } from "../../http/refusal.ts";
import { createTickets } from "../../http/tickets.ts";

type Parts = Pick<DaemonContext, "clock" | "push">;

export function createBrowserEndpoints(context: Parts, browsers: Browsers) {
  return {
    ...signInEndpoints(context, browsers),
    ...createSignedInEndpoints(context, browsers),
  } satisfies Partial<Endpoints>;
}

function signInEndpoints({ clock }: Parts, browsers: Browsers) {
  const logins = createTickets<"login">(clock.wallMs);
  return {
    loginTicket: {
      kind: "deed",
      isSecret: true,
      // Behind the #, which no browser sends to anybody or follows ahead of time: the page exchanges it.
      act: (_input, { url }) => ({ url: `${url}${loginPath}#ticket=${logins.issue("login")}` }),
    },
    signIn: {
      kind: "deed",
      isSecret: true,
      act: ({ ticket, name, id }) => {
        if (logins.redeem(ticket) === null)
          throw refuse("unauthorized", "this link was used before, or is older than a minute", {
            try: "ao dashboard",
          });
        const { browser, token } = browsers.signIn(name, id);
        return { id: browser.id, token };
      },
    },
    proveDaemon: {
      kind: "read",
      read: ({ id, challenge }) => {
        const proof = browsers.prove(id, challenge);
        if (proof !== null) return { proof };
        throw refuse("unauthorized", "this browser is not signed in any more", { try: "ao dashboard" });
      },
    },
  } satisfies Partial<Endpoints>;
}

function createSignedInEndpoints({ push }: Parts, browsers: Browsers) {
  /** Whoever is signed out by a person is told nothing more, either. */
  const signOut = (ids: readonly string[]): number => {
    const gone = browsers.signOut(ids);
    push.removeOf(gone.map(({ id }) => id));
    return gone.length;
  };
  return {
    listBrowsers: {
      kind: "read",
      read: (_input, { caller }) => browsers.list().map((browser) => toBrowserView(browser, caller)),
    },
    signOut: {
      kind: "deed",
      isSecret: false,
      act: ({ id }) => {
        if (signOut([id]) === 0)
          throw refuse("not_found", `nobody was signed out: there is no browser ${id}`, {
            try: "ao dashboard browsers",
          });
        return {};
      },
    },
    signOutAll: {
      kind: "deed",
      isSecret: false,
      act: () => ({ signedOut: signOut(browsers.list().map(({ id }) => id)) }),
    },
  } satisfies Partial<Endpoints>;
}

function toBrowserView(browser: SignedInBrowser, caller: Caller): BrowserView {
  const { id, name, sinceMs, seenMs } = browser;
  return {
    ...{ id, name, since: formatTime(sinceMs), lastSeen: formatTime(seenMs), until: formatTime(computeEnd(browser)) },
    isThis: caller.kind === "browser" && caller.id === id,
  };
}

const formatTime = (ms: number): string => new Date(ms).toISOString();
