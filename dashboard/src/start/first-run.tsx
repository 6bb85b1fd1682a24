import { SessionForm } from "./session-form.tsx";

/** Nothing is here yet: three steps, two of them filled in already. */
export function FirstRun() {
  return (
    <div className="first-run">
      <h1>Give it a repository. It empties the backlog.</h1>
      <SessionForm onStarted={() => undefined} />
      <p className="quiet">
        Or in a terminal: <code>ao new "Fix the login test"</code>. <code>ao demo</code> shows the whole loop in a
        minute, without an account.
      </p>
    </div>
  );
}
