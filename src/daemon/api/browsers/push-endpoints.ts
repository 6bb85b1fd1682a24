/** Browsers that are told also without an open page: which there are, one more, one less. */
import type { PushBrowserView } from "../../../protocol/daemon/push.ts";
import type { Notice } from "../../../slots/notifier.ts";
import type { DaemonContext } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import type { PushBrowser } from "../../notices/parse-push-book.ts";

export function pushEndpoints({ push }: Pick<DaemonContext, "push">) {
  return {
    push: {
      kind: "read",
      read: () => ({ publicKey: push.publicKey(), browsers: push.browsers().map(toPushBrowserView) }),
    },
    subscribePush: {
      kind: "deed",
      isSecret: true,
      act: async (offer, { caller }) => {
        const added = push.add(offer, caller.kind === "browser" ? caller.id : null);
        if (!added.ok) throw refuse("bad_request", `push notifications are off: ${added.error.message}`);
        const told = await push.channelOf(added.value).notify(FIRST);
        if (told.ok) return toPushBrowserView(added.value);
        push.remove(added.value.id);
        throw refuse("conflict", `push notifications are off: the test notification failed: ${told.error.message}`);
      },
    },
    unsubscribePush: {
      kind: "deed",
      isSecret: false,
      act: ({ id }) => {
        if (!push.remove(id)) throw refuse("not_found", `nothing was removed: there is no browser ${id}`);
        return {};
      },
    },
    renewPush: {
      kind: "deed",
      isSecret: true,
      act: ({ was, ...address }) => {
        const renewed = push.renew(was, address);
        if (renewed.ok) return {};
        const { code, message } = renewed.error;
        throw refuse(
          code === "unknown" ? "unauthorized" : "bad_request",
          `push notifications were turned off: ${message}`,
        );
      },
    },
  } satisfies Partial<Endpoints>;
}

/** Whoever switches them on sees at once that they come. */
const FIRST: Notice = {
  ...{ key: "push:first", title: "Notices are on", level: "action", sessionId: null, url: null },
  message: "You are notified here when a session needs you, even with no page open.",
};

const toPushBrowserView = ({ id, name, sinceMs, endpoint }: PushBrowser): PushBrowserView => ({
  ...{ id, name, since: new Date(sinceMs).toISOString() },
  through: new URL(endpoint).host,
});
