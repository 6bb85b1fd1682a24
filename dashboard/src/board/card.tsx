import { memo } from "react";
import type { StatusView } from "../../../src/protocol/status.ts";
import { fleet, useSession } from "../data/fleet.ts";
import { sessionPath, setQuery, useQuery } from "../lib/address.ts";
import { useStore } from "../lib/external-store.ts";
import { Link } from "../lib/link.tsx";
import { money } from "../lib/words.ts";
import { Age } from "../parts/age.tsx";
import { CheckMarks } from "../parts/check-marks.tsx";
import { Glyph, glyphOf, glyphWords } from "../parts/glyph.tsx";
import { useBeat } from "../parts/use-beat.ts";
import { sinceOf } from "./arrange.ts";
import { CardActs } from "./card-acts.tsx";

type Props = { readonly id: string; readonly isLarge: boolean; readonly isFirst: boolean };

/** One link, one sentence, and at most one primary button: the one that resolves it. */
export const Card = memo(function Card({ id, isLarge, isFirst }: Props) {
  const status = useSession(id);
  const at = useQuery("at");
  const isAt = at === id;
  if (status === undefined) return null;
  const { title, attention } = status;
  return (
    <article
      className={`card ${isLarge ? "large" : ""} ${isAt ? "at" : ""}`}
      data-session={id}
      data-code={attention.code}
    >
      <div className="card-head">
        <Beat status={status} />
        <span className="card-id mono cut" title={id}>
          {id}
        </span>
        <Age of={sinceOf(status)} />
      </div>
      <Link
        className="card-title"
        href={sessionPath(id)}
        title={title}
        aria-label={`${title}. ${glyphWords[glyphOf(status)]}. ${attention.why}`}
        onFocus={() => setQuery({ at: id })}
      >
        {title}
      </Link>
      <p className="card-why" title={attention.why}>
        {attention.why}
      </p>
      {isLarge && <CardActs status={status} isPrimary={isAt || (at === null && isFirst)} />}
      <CardFoot status={status} />
    </article>
  );
});

/** Motion is evidence: something really happened. */
function Beat({ status }: { readonly status: StatusView }) {
  return <Glyph name={glyphOf(status)} beat={useBeat(status.id)} />;
}

function CardFoot({ status }: { readonly status: StatusView }) {
  const { agent, issue, project, progress, usage } = status;
  const areSeveral = useStore(fleet, ({ projects }) => projects.length > 1);
  return (
    <div className="card-foot">
      <span className="cut">{agent}</span>
      {issue !== null && <span className="cut">#{issue}</span>}
      {areSeveral && <span className="cut">{project}</span>}
      <span className="grow" />
      {progress.steps !== null && (
        <span title="steps of the agent's plan">
          {progress.steps.done}/{progress.steps.of} steps
        </span>
      )}
      {progress.checks !== null && <CheckMarks {...progress.checks} />}
      {usage.usd > 0 && <span>{money(usage.usd)}</span>}
    </div>
  );
}
