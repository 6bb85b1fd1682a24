import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useChanges, useSessions } from "../data/fleet.ts";
import { setQuery, useAddress } from "../lib/address.ts";
import { Glyph } from "../parts/glyph.tsx";
import { Keycaps } from "../parts/keycap.tsx";
import { Modal } from "../parts/modal.tsx";
import { closePalette } from "./overlays.ts";
import { useAskedRows } from "./palette-asked.ts";
import { findPrefix, listRows, type PaletteRow } from "./palette-rows.ts";
import { parsePage } from "./pages.ts";

/** As many as are seen when it opens; the others follow a moment later. */
const SEEN_AT_ONCE = 14;

/** Opens in one frame from what is already loaded. */
export function Palette({ text }: { readonly text: string }) {
  const { path } = useAddress();
  const sessions = useSessions();
  const changes = useChanges();
  const [at, setAt] = useState(0);
  const shown = text === "*" ? "" : text;
  const open = parsePage(path) === "session" ? sessions.get(path[1] ?? "") : undefined;
  const rows = listRows(shown, { sessions, changes, open, asked: useAskedRows(findPrefix(shown)) });
  const drawn = rows.slice(0, useDeferredValue(rows.length, SEEN_AT_ONCE));
  const index = Math.min(at, Math.max(0, rows.length - 1));

  const choose = (row: PaletteRow | undefined): void => {
    if (row === undefined) return;
    closePalette();
    row.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((index + step + rows.length) % Math.max(1, rows.length));
    }
    if (event.key === "Enter") {
      // Else the same key would press the first button of what opens.
      event.preventDefault();
      choose(rows[index]);
    }
    if (event.key === "Backspace" && shown === "") closePalette();
  };
  return (
    <Modal label="Palette" onClose={closePalette} className="palette">
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-rows"
        aria-activedescendant={rows[index] === undefined ? undefined : `row-${index}`}
        aria-label="Find or do"
        placeholder="Find a session, or type > for what can be done"
        data-focus
        value={shown}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setQuery({ find: target.value === "" ? "*" : target.value });
          setAt(0);
        }}
      />
      <ul id="palette-rows" role="listbox" aria-label="Found" className="palette-rows">
        {drawn.map((row, rowIndex) => (
          <Row
            key={row.id}
            id={`row-${rowIndex}`}
            row={row}
            isFirstOfGroup={rows[rowIndex - 1]?.group !== row.group}
            isChosen={rowIndex === index}
            onChoose={() => choose(row)}
          />
        ))}
        {rows.length === 0 && <li className="palette-none">No matches</li>}
      </ul>
      <div className="palette-foot">
        {prefixes.map(([prefix, name]) => (
          <span key={prefix}>
            <kbd>{prefix}</kbd> {name}
          </span>
        ))}
        <span className="grow" />
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </div>
    </Modal>
  );
}

const prefixes = [
  [">", "do"],
  ["@", "agents"],
  ["#", "issues"],
  [":", "settings"],
  ["!", "events"],
  ["?", "keys"],
] as const;

type RowProps = {
  readonly id: string;
  readonly row: PaletteRow;
  readonly isFirstOfGroup: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function Row({ id, row, isFirstOfGroup, isChosen, onChoose }: RowProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <>
      {isFirstOfGroup && (
        <li className="palette-group" role="presentation">
          {row.group}
        </li>
      )}
      <li
        ref={element}
        id={id}
        role="option"
        aria-selected={isChosen}
        aria-disabled={row.reason !== null}
        className="palette-row"
        onClick={onChoose}
      >
        <span className="palette-glyph">{row.glyph !== null && <Glyph name={row.glyph} />}</span>
        <span className="palette-name cut">{row.name}</span>
        <span className="palette-context cut">{row.reason ?? row.context}</span>
        {row.keys !== null && <Keycaps keys={row.keys} />}
      </li>
    </>
  );
}
