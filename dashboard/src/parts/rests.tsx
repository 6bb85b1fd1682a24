/** A forge or tracker that is not asked for a while: what comes from there is as old as the last look. */
import type { QuotaView } from "../../../src/protocol/daemon/webhook.ts";
import { client } from "../data/client.ts";
import { useResource } from "../data/resource.ts";
import { useWords } from "../lib/clock.ts";
import { formatClockTime } from "../lib/words.ts";

const LOOK_EVERY_MS = 30_000;

/** Grows with every look that is due. */
const useLooks = (): number => Number(useWords((nowMs) => String(Math.floor(nowMs / LOOK_EVERY_MS))));

export function useQuotas(): readonly QuotaView[] {
  return useResource("quotas", () => client.quotas({}), useLooks()).data ?? [];
}

/** Channels of notices that take none now: whoever is told there does not know what happened. */
export function FailingChannels() {
  const failing = useResource("channels", () => client.failingChannels({}), useLooks()).data ?? [];
  return failing.map(({ name, since, why }) => (
    <p key={name} className="rests amber" data-failing={name}>
      {name} has taken no notice since {formatClockTime(since)}: {why}. It is tried again for a day.
    </p>
  ));
}

type UnreadProps = { readonly of: "issues" | "changes"; readonly project: string };

/** Trackers and forges whose last look failed. Without a project: of all of them. */
export function Unread({ of, project }: UnreadProps) {
  const unread = useResource("unread", () => client.unread({}), useLooks()).data ?? [];
  const shown = unread
    .filter(({ what }) => what === of || what === "all")
    .filter((one) => project === "" || one.project === project);
  return shown.map(({ project: whose, what, since, why }) => (
    <p key={`${whose} ${what}`} className="rests amber" data-unread={whose}>
      {whose}: {what === "all" ? "nothing could be read" : `${what} could not be read`}
      {since !== null && ` since ${formatClockTime(since)}`}: {why}
    </p>
  ));
}

/** `what` is the fact that it stands beside. */
export function Rests({ what }: { readonly what: string }) {
  return useQuotas().flatMap(({ credential, restsUntil, restsBecause }) =>
    restsUntil === null
      ? []
      : [
          <p key={credential} className="rests amber" data-rests={credential}>
            {what} as of the last look: {credential} is not asked, {restsBecause}. Next look{" "}
            {formatClockTime(restsUntil)}.
          </p>,
        ],
  );
}
