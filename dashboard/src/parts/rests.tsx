/** A forge or tracker that is not asked for a while: what comes from there is as old as the last look. */
import type { QuotaView } from "../../../src/protocol/webhook.ts";
import { client } from "../data/client.ts";
import { useResource } from "../data/resource.ts";
import { useWords } from "../lib/clock.ts";
import { clockTime } from "../lib/words.ts";

const LOOK_EVERY_MS = 30_000;

export function useQuotas(): readonly QuotaView[] {
  const nth = useWords((nowMs) => String(Math.floor(nowMs / LOOK_EVERY_MS)));
  return useResource("quotas", () => client.quotas({}), Number(nth)).data ?? [];
}

/** Channels of notices that take none now: whoever is told there does not know what happened. */
export function FailingChannels() {
  const nth = useWords((nowMs) => String(Math.floor(nowMs / LOOK_EVERY_MS)));
  const failing = useResource("channels", () => client.failingChannels({}), Number(nth)).data ?? [];
  return failing.map(({ name, since, why }) => (
    <p key={name} className="rests amber" data-failing={name}>
      {name} has taken no notice since {clockTime(since)}: {why}. It is tried again for a day.
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
            {what} as of the last look: {credential} is not asked, {restsBecause}. Next look {clockTime(restsUntil)}.
          </p>,
        ],
  );
}
