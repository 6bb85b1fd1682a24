/** Browsers that are signed in: this one, and the others of the same person. */
import { useState } from "react";
import type { BrowserView } from "../../../src/protocol/daemon/browser.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { complain, showNotice } from "../data/notices.ts";
import { useResource } from "../data/resource.ts";
import { signOutHere } from "../data/sign-in.ts";
import { pluralize } from "../lib/words.ts";
import { Age } from "../parts/age.tsx";

export function Browsers() {
  const { data, error, reload } = useResource("browsers", () => client.listBrowsers({}));
  const [isBusy, setBusy] = useState(false);
  const mute = useMute();
  if (data === null) return error === null ? null : <p className="quiet">Browsers are not shown. {error.message}</p>;
  const carryOut = (deed: () => Promise<void>): void => {
    setBusy(true);
    deed()
      .then(reload, complain)
      .finally(() => setBusy(false))
      .catch(complain);
  };
  const signOut = ({ id, isThis }: BrowserView): void =>
    carryOut(() => (isThis ? signOutHere() : client.signOut({ id }).then(() => undefined)));
  const others = data.filter(({ isThis }) => !isThis);
  return (
    <section className="panel settings-part" aria-label="Signed-in browsers">
      <div className="browsers-head">
        <h2>Signed-in browsers</h2>
        <span className="grow" />
        {others.length > 1 && (
          <button
            className="button"
            disabled={isBusy || mute !== null}
            onClick={() => carryOut(() => signOutOthers(others))}
          >
            Sign out all others
          </button>
        )}
      </div>
      <ul className="browsers">
        {data.toSorted(compareThisFirst).map((browser) => (
          <Row key={browser.id} browser={browser} isDisabled={isBusy || mute !== null} onSignOut={signOut} />
        ))}
      </ul>
      <p className="quiet">
        <code>ao dashboard</code> signs a browser in. It stays signed in while it is used at least once a day, for a
        week at most. Signing one out closes its pages and terminals at once and ends its notices.
      </p>
    </section>
  );
}

const compareThisFirst = (one: BrowserView, other: BrowserView): number => Number(other.isThis) - Number(one.isThis);

async function signOutOthers(others: readonly BrowserView[]): Promise<void> {
  for (const { id } of others) await client.signOut({ id });
  showNotice(`${pluralize(others.length, "browser")} signed out.`);
}

type RowProps = {
  readonly browser: BrowserView;
  readonly isDisabled: boolean;
  readonly onSignOut: (browser: BrowserView) => void;
};

function Row({ browser, isDisabled, onSignOut }: RowProps) {
  const { name, since, lastSeen, isThis } = browser;
  return (
    <li className="browser" data-browser={browser.id}>
      <span className="browser-name">
        {name}
        {isThis && <span className="browser-this">this browser</span>}
      </span>
      <span className="quiet">
        signed in <Age of={since} /> ago
        {!isThis && (
          <>
            , seen <Age of={lastSeen} /> ago
          </>
        )}
      </span>
      <button
        className="button"
        aria-label={isThis ? "Sign out this browser" : `Sign out ${name}`}
        disabled={isDisabled}
        onClick={() => onSignOut(browser)}
      >
        Sign out
      </button>
    </li>
  );
}
