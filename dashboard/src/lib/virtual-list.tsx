/** Only what is near the window is in the page. Heights are measured as rows appear; until then they are guessed. */
import { useLayoutEffect, useReducer, useRef, type ReactNode, type RefObject, type UIEvent } from "react";

type Props = {
  readonly keys: readonly string[];
  readonly estimate: number;
  readonly gap?: number;
  readonly className?: string;
  readonly label?: string;
  readonly render: (key: string, index: number) => ReactNode;
  readonly handle?: RefObject<ListHandle | null>;
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
};

export type ListHandle = {
  readonly reveal: (key: string, where?: "start" | "nearest") => void;
  readonly element: HTMLElement;
};

const OVERSCAN_PX = 300;

export function VirtualList({ keys, estimate, gap = 0, className = "", label, render, handle, header, footer }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const view = useRef({ top: 0, height: 900 });
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const heightOf = (key: string): number => (heights.current.get(key) ?? estimate) + gap;
  const { first, last, before, after } = rangeOf(keys, heightOf, view.current);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      view.current = { top: element.scrollTop, height: element.clientHeight };
      redraw();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (handle !== undefined)
      handle.current = {
        element,
        reveal: (key, where = "nearest") => revealIn({ element, keys, heightOf }, key, where),
      };
    let isChanged = false;
    for (const row of element.querySelectorAll<HTMLElement>(":scope > ul > li[data-key]")) {
      const { key = "" } = row.dataset;
      const height = row.offsetHeight;
      if (height > 0 && heights.current.get(key) !== height) {
        heights.current.set(key, height);
        isChanged = true;
      }
    }
    if (isChanged) redraw();
  });

  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    view.current = { top: currentTarget.scrollTop, height: currentTarget.clientHeight };
    redraw();
  };
  return (
    <div className={`scroll ${className}`} ref={box} onScroll={onScroll}>
      {header}
      <ul aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
        {keys.slice(first, last).map((key, offset) => (
          <li
            key={key}
            data-key={key}
            style={{ marginBottom: gap }}
            aria-setsize={keys.length}
            aria-posinset={first + offset + 1}
          >
            {render(key, first + offset)}
          </li>
        ))}
      </ul>
      {footer}
    </div>
  );
}

type View = { readonly top: number; readonly height: number };

function rangeOf(keys: readonly string[], heightOf: (key: string) => number, { top, height }: View) {
  let [at, first, before] = [0, 0, 0];
  while (first < keys.length && at + heightOf(keys[first] ?? "") < top - OVERSCAN_PX) {
    at += heightOf(keys[first] ?? "");
    first += 1;
  }
  before = at;
  let last = first;
  while (last < keys.length && at < top + height + OVERSCAN_PX) {
    at += heightOf(keys[last] ?? "");
    last += 1;
  }
  let after = 0;
  for (let index = last; index < keys.length; index += 1) after += heightOf(keys[index] ?? "");
  return { first, last, before, after };
}

type Shown = {
  readonly element: HTMLElement;
  readonly keys: readonly string[];
  readonly heightOf: (key: string) => number;
};

function revealIn({ element, keys, heightOf }: Shown, key: string, where: "start" | "nearest"): void {
  const index = keys.indexOf(key);
  if (index < 0) return;
  let top = 0;
  for (const other of keys.slice(0, index)) top += heightOf(other);
  const bottom = top + heightOf(key);
  if (where === "start" || top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}
