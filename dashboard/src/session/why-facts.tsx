import type { Fact } from "../../../src/protocol/daemon/error.ts";
import type { WhyView } from "../../../src/protocol/session/why.ts";

/** Every reason, the failing ones first: `ao why` shows the same. */
export function WhyFacts({ why }: { readonly why: WhyView }) {
  const isHeld = why.notLanding.some(({ ok }) => ok === false);
  const isUnderWay = !isHeld && why.status.attention.column === "landing";
  return (
    <>
      <Facts title="Why not fixed by itself" facts={why.notFixed} />
      {!isUnderWay && <Facts title={isHeld ? "Why not landing" : "Meets every landing rule"} facts={why.notLanding} />}
    </>
  );
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className="why-facts">
      <h2>{title}</h2>
      <ul>
        {facts.map(({ ok, name, text }, index) => (
          <li key={index}>
            <span className={ok === null ? "quiet" : ok ? "good" : "bad"} role="img" aria-label={formatVerdict(ok)}>
              {ok === null ? "–" : ok ? "✓" : "✗"}
            </span>
            <span>
              {name !== facts[index - 1]?.name && <b>{name} </b>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const formatVerdict = (ok: boolean | null): string => (ok === null ? "note" : ok ? "fulfilled" : "not fulfilled");
