import { memo } from "react";
import { formatEntryMark, nameEntry, type BoardEntry } from "../data/board-entry.ts";
import { formatEntryPath } from "../data/entry-path.ts";
import { fleet, useEntry } from "../data/fleet.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useStore } from "../lib/external-store.ts";
import { Link } from "../lib/link.tsx";
import { useSteadyClicks } from "../lib/steady-clicks.ts";
import { formatUsd } from "../lib/words.ts";
import { Age } from "../parts/age.tsx";
import { CheckMarks } from "../parts/check-marks.tsx";
import { Glyph, chooseStatusGlyph, glyphWords } from "../parts/glyph.tsx";
import { useBeat } from "../parts/use-beat.ts";
import { columnNames, getSince } from "./arrange.ts";
import { CardActs } from "./card-acts.tsx";

type Props = { readonly id: string; readonly isLarge: boolean; readonly isFirst: boolean };

/** One link, one sentence, and at most one primary button: the one that resolves it. */
export const Card = memo(function Card({ id, isLarge, isFirst }: Props) {
  const status = useEntry(id);
  const at = useQuery("at");
  const isAt = at === id;
  const steady = useSteadyClicks(isLarge && status !== undefined ? fingerprintActions(status) : "");
  if (status === undefined) return null;
  const { title, attention } = status;
  const hasMoved = isLarge && attention.column !== "needs_you";
  return (
    <article
      ref={steady}
      className={`card ${isLarge ? "large" : ""} ${hasMoved ? "moved" : ""} ${isAt ? "at" : ""}`}
      {...formatEntryMark(status)}
      data-code={attention.code}
    >
      <div className="card-head">
        <Beat status={status} />
        <span className="card-id mono cut" title={id}>
          {status.ofChange !== undefined && "change "}
          {nameEntry(status)}
        </span>
        <Age of={getSince(status)} />
      </div>
      <Link
        className="card-title"
        href={formatEntryPath(status)}
        title={title}
        aria-label={`${title}. ${glyphWords[chooseStatusGlyph(status)]}. ${attention.why}`}
        onFocus={() => setQuery({ at: id })}
      >
        {title}
      </Link>
      <p className="card-why" title={attention.why}>
        {attention.why}
      </p>
      {isLarge && <LargeCardActs status={status} isPrimary={isAt || (at === null && isFirst)} />}
      <CardFoot status={status} />
    </article>
  );
});

/** A card that has moved keeps its place while its column is held, and has nothing left to be done. */
function LargeCardActs({ status, isPrimary }: { readonly status: BoardEntry; readonly isPrimary: boolean }) {
  const { column } = status.attention;
  if (column === "needs_you") return <CardActs status={status} isPrimary={isPrimary} />;
  return <p className="card-moved">Moved to {columnNames[column]}.</p>;
}

/** Another text when other buttons stand there. */
const fingerprintActions = ({ attention: { column, code, act }, question }: BoardEntry): string =>
  [column, code, question?.id, ...act.map(({ verb }) => verb)].join(" ");

/** Motion is evidence: something really happened. */
function Beat({ status }: { readonly status: BoardEntry }) {
  return <Glyph name={chooseStatusGlyph(status)} beat={useBeat(status.id)} />;
}

function CardFoot({ status }: { readonly status: BoardEntry }) {
  const { agent, issue, project, progress, usage, ofChange } = status;
  const areSeveral = useStore(fleet, ({ projects }) => projects.length > 1);
  return (
    <div className="card-foot">
      <span className="cut">{ofChange === undefined ? agent : `by ${ofChange.author}`}</span>
      {issue !== null && <span className="cut">#{issue}</span>}
      {areSeveral && <span className="cut">{project}</span>}
      <span className="grow" />
      {progress.steps !== null && (
        <span title="steps of the agent's plan">
          {progress.steps.done}/{progress.steps.of} steps
        </span>
      )}
      {progress.checks !== null && <CheckMarks {...progress.checks} />}
      {usage.usd > 0 && <span>{formatUsd(usage.usd)}</span>}
    </div>
  );
}
