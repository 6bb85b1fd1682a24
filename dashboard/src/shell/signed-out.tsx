export function SignedOut() {
  return (
    <main className="whole-page">
      <h1>This browser is not signed in to the daemon.</h1>
      <p>
        Run <code>ao dashboard</code> for a fresh link. It is good once, for a minute; drafts in this browser are kept.
      </p>
      <button className="button" onClick={() => location.reload()}>
        Look again
      </button>
    </main>
  );
}
