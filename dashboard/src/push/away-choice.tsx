import { useState } from "react";
import type { PushBrowserView } from "../../../src/protocol/daemon/push.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { complain } from "../data/notices.ts";
import { useResource } from "../data/resource.ts";
import { OnOff } from "./on-off.tsx";
import { canBePushed, readOwnId, subscribe, unsubscribe } from "./subscription.ts";

/** Notices without an open page. What leaves the machine, and through whom, is said before it does. */
export function AwayChoice() {
  const { data, reload } = useResource("push", () => client.push({}));
  const [isBusy, setBusy] = useState(false);
  const mute = useMute();
  const browsers = data?.browsers ?? [];
  const own = browsers.find(({ id }) => id === readOwnId());
  const change = (deed: () => Promise<void>): void => {
    setBusy(true);
    deed()
      .then(reload, complain)
      .finally(() => setBusy(false))
      .catch(complain);
  };
  const choose = (isOn: boolean): void => {
    if (isOn) change(subscribe);
    else if (own !== undefined) change(() => unsubscribe(own.id));
  };
  const isPossible = canBePushed() && data !== null && !isBusy && mute === null;
  return (
    <OnOff
      name="Away"
      isOn={own !== undefined}
      isPossible={isPossible}
      onChoose={choose}
      words={mute ?? describePush(own)}
    >
      <Others
        browsers={browsers.filter((browser) => browser !== own)}
        onRemove={(id) => change(() => unsubscribe(id))}
      />
    </OnOff>
  );
}

function describePush(own: PushBrowserView | undefined): string {
  if (!canBePushed()) return "This browser takes none without an open page.";
  const who = own === undefined ? "the push service of this browser" : own.through;
  return `Also without an open page: a title and a sentence, sealed for this browser, go through ${who}.`;
}

type OthersProps = { readonly browsers: readonly PushBrowserView[]; readonly onRemove: (id: string) => void };

function Others({ browsers, onRemove }: OthersProps) {
  if (browsers.length === 0) return null;
  return (
    <ul className="push-others" aria-label="Other browsers with push notifications">
      {browsers.map(({ id, name, through }) => (
        <li key={id}>
          <span>
            {name} <span className="quiet">through {through}</span>
          </span>
          <button className="button plain" onClick={() => onRemove(id)}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
