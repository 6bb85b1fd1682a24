/** Where a part of the page fails, the rest stays: it says so in its own place, and how to go on. */
import { Component, useEffect, type ReactNode } from "react";
import { useConnection, useMute } from "../data/connection.ts";
import { capitalizeNotice, complain } from "../data/notices.ts";

type Props = { readonly children: ReactNode };
type State = { readonly error: Error | null };

export class PartBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return isMissingFile(error) ? <Missing /> : <Broken error={error} />;
  }
}

/** In the words of Chromium, Firefox and Safari. */
export const isMissingFile = ({ message }: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(message);

/**
 * A file of the page is not there. Mostly the daemon was upgraded under an open page, and has other files now: then the
 * page is loaded again by itself, once. What was being written is kept in the browser.
 */
function Missing() {
  const { kind } = useConnection();
  const mute = useMute();
  useEffect(() => {
    if (kind === "live") reloadOnce().catch(complain);
  }, [kind]);
  return (
    <div className="state-part" role="alert">
      <p>This part of the page could not be loaded. {mute === null ? "" : "It is loaded when the daemon is back."}</p>
      <p className="quiet">What you were writing is kept.</p>
      <button
        className="button"
        disabled={mute !== null}
        title={mute ?? undefined}
        onClick={() => {
          location.reload();
        }}
      >
        Reload
      </button>
    </div>
  );
}

function Broken({ error }: { readonly error: Error }) {
  return (
    <div className="state-part" role="alert">
      <p>This part of the page failed: {capitalizeNotice(error.message)}</p>
      <p className="quiet">What you were writing is kept.</p>
      <button
        className="button"
        onClick={() => {
          location.reload();
        }}
      >
        Reload
      </button>
    </div>
  );
}

const RELOADED = "ao.reloaded";
const ONCE_IN_MS = 60_000;

/** Not when nobody answers: the browser would show its own page in place of this one. */
async function reloadOnce(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_IN_MS) return;
  const { ok } = await fetch("/", { cache: "no-store" });
  if (!ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
