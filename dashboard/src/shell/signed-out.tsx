import { capitalizeNotice } from "../data/notices.ts";
import { refusedLink } from "../data/sign-in.ts";
import { useAll } from "../lib/external-store.ts";

export function SignedOut() {
  const refused = useAll(refusedLink);
  return (
    <main className="whole-page">
      <h1>{refused === null ? "This browser is not signed in to the daemon." : `${capitalizeNotice(refused)}.`}</h1>
      <p>To sign in, run one of these where the daemon runs. The link works once, within a minute.</p>
      <dl className="sign-in-ways">
        <dt>
          <code>ao dashboard</code>
        </dt>
        <dd>opens this browser, signed in</dd>
        <dt>
          <code>ao dashboard --link</code>
        </dt>
        <dd>prints the link and its QR code, for a phone or another machine</dd>
      </dl>
      <p className="quiet">
        Then this page continues where it was; drafts in this browser are kept. A browser that was not used for a day
        has to sign in again, and so does every browser after a week.
      </p>
    </main>
  );
}
