import { memo, useEffect, useRef } from "react";
import { findBoardEntry, fleet, useCount, type EntryColumn } from "../data/fleet.ts";
import { changeQuery } from "../lib/address.ts";
import { useStore } from "../lib/external-store.ts";
import { Link } from "../lib/link.tsx";
import { VirtualList, type ListHandle } from "../lib/virtual-list.tsx";
import { pluralize } from "../lib/words.ts";
import { chooseColumnGlyph, Glyph } from "../parts/glyph.tsx";
import { columnNames, isUnknown } from "./arrange.ts";
import { Card } from "./card.tsx";
import { lists } from "./lists.ts";
import { useHeld } from "./use-held.ts";

/** A healthy column longer than this shows only its latest; what needs a person never folds. */
const FOLD_OVER = 40;
const FOLDED_TO = 20;
const CARD_PX = { needs_you: 156, other: 112 };

type Props = {
  readonly column: EntryColumn;
  readonly ids: readonly string[];
  readonly isOpen: boolean;
  /** Null: it is never folded. */
  readonly onFold: ((column: EntryColumn) => void) | null;
  readonly isFiltered: boolean;
};

/** Drawn again when cards come, go or move; what a card says is the card's own business. */
export const BoardColumn = memo(function BoardColumn({ column, ids, isOpen, onFold, isFiltered }: Props) {
  const folds = column !== "needs_you" && ids.length > FOLD_OVER;
  const held = useHeld(folds ? ids.slice(0, FOLDED_TO) : ids);
  const handle = useRef<ListHandle | null>(null);
  useEffect(() => {
    lists.set(column, handle);
    return () => void lists.delete(column);
  }, [column]);
  if (!isOpen && onFold !== null) return <Rail column={column} count={ids.length} onOpen={() => onFold(column)} />;
  const isNeeds = column === "needs_you";
  return (
    <section
      className={`column ${column}`}
      data-column={column}
      aria-label={`${columnNames[column]}, ${ids.length}`}
      ref={held.place}
    >
      <ColumnHead column={column} ids={ids} onFold={onFold === null ? null : () => onFold(column)} />
      <button
        className={`updates ${held.updates > 0 ? "shown" : ""}`}
        onClick={held.apply}
        disabled={held.updates === 0}
      >
        {pluralize(held.updates, "update")}
      </button>
      <VirtualList
        className="cards"
        keys={held.shown}
        label={columnNames[column]}
        estimate={isNeeds ? CARD_PX.needs_you : CARD_PX.other}
        gap={8}
        handle={handle}
        isSteady
        keepsHeights={held.isHeld}
        render={(id, index) => <Card id={id} isLarge={isNeeds} isFirst={index === 0} />}
        footer={
          <>
            {folds && <Folded column={column} count={ids.length - FOLDED_TO} />}
            {ids.length === 0 && <Nobody column={column} isFiltered={isFiltered} />}
          </>
        }
      />
    </section>
  );
});

type HeadProps = {
  readonly column: EntryColumn;
  readonly ids: readonly string[];
  readonly onFold: (() => void) | null;
};

function ColumnHead({ column, ids, onFold }: HeadProps) {
  const unknown = useStore(
    fleet,
    (state) =>
      ids.filter((id) => {
        const status = findBoardEntry(state, id);
        return status !== undefined && isUnknown(status);
      }).length,
  );
  return (
    <header className="column-head">
      <Glyph name={chooseColumnGlyph(column)} isNamed={false} />
      <h2>{columnNames[column]}</h2>
      <span className="column-count">{ids.length - unknown}</span>
      {unknown > 0 && <span className="quiet">+ {unknown} not known</span>}
      {onFold !== null && (
        <button className="button plain fold" onClick={onFold} aria-label={`Fold ${columnNames[column]}`}>
          Fold
        </button>
      )}
    </header>
  );
}

type RailProps = { readonly column: EntryColumn; readonly count: number; readonly onOpen: () => void };

function Rail({ column, count, onOpen }: RailProps) {
  return (
    <button className="rail" data-column={column} onClick={onOpen} aria-expanded="false">
      <Glyph name={chooseColumnGlyph(column)} isNamed={false} />
      <span className="rail-name">{columnNames[column]}</span>
      <span className="column-count">{count}</span>
    </button>
  );
}

function Folded({ column, count }: { readonly column: EntryColumn; readonly count: number }) {
  return (
    <Link className="folded link" href={changeQuery({ view: "list", column })}>
      {count} more, all healthy
    </Link>
  );
}

function Nobody({ column, isFiltered }: { readonly column: EntryColumn; readonly isFiltered: boolean }) {
  const [working, landing] = [useCount("working"), useCount("landing")];
  if (column !== "needs_you" || isFiltered) return <p className="nobody">None</p>;
  return (
    <p className="nobody">
      Nobody needs you. {pluralize(working, "session")} {working === 1 ? "works" : "work"}, {landing}{" "}
      {landing === 1 ? "lands" : "land"}.
    </p>
  );
}
