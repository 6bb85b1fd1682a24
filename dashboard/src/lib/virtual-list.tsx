/** Only what is near the window is in the page. Heights are measured as rows appear; until then they are guessed. */
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type UIEvent,
} from "react";
import { useSteadyClicks } from "./steady-clicks.ts";

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
  /** Rows that are acted on: a click never reaches a row that has just come under the pointer. */
  readonly isSteady?: boolean;
  /** No row becomes lower than it was, whatever it says now. */
  readonly keepsHeights?: boolean;
};

export type ListHandle = {
  readonly reveal: (key: string, where?: "start" | "nearest") => void;
  readonly element: HTMLElement;
};

const OVERSCAN_PX = 300;

export function VirtualList(props: Props) {
  const { keys, estimate, gap = 0, className = "", label, render, handle, header, footer } = props;
  const { isSteady = false, keepsHeights = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef({ top: 0, height: 900 });
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const { heights, version, measured } = useHeights(estimate);
  // Summed up anew only when rows come, go or turn out to be of another height; not while somebody scrolls.
  const tops = useMemo(
    () => computeTops(keys, (key) => (heights.get(key) ?? estimate) + gap),
    [keys, estimate, gap, heights, version],
  );
  const { first, last, before, after } = computeRange(tops, view.current);
  const steady = useSteadyClicks<HTMLUListElement>(isSteady ? keys.join("\n") : "");

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
        reveal: (key, where = "nearest") => revealIn({ element, keys, tops }, key, where),
      };
  });

  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    view.current = { top: currentTarget.scrollTop, height: currentTarget.clientHeight };
    redraw();
  };
  return (
    <div className={`scroll ${className}`} ref={box} onScroll={onScroll}>
      {header}
      <ul ref={steady} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
        {keys.slice(first, last).map((key, offset) => (
          <li
            key={key}
            ref={measured}
            data-key={key}
            style={{ marginBottom: gap, minHeight: keepsHeights ? heights.get(key) : undefined }}
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

/** How high the rows are that were seen. The browser tells after its own layout, so none is made for the question. */
function useHeights(estimate: number) {
  const [heights] = useState(() => new Map<string, number>());
  const [version, remeasured] = useReducer((n: number) => n + 1, 0);
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        let isChanged = false;
        for (const { target } of entries) {
          if (!(target instanceof HTMLElement)) continue;
          const { dataset, offsetHeight } = target;
          const { key = "" } = dataset;
          if (offsetHeight === 0 || (heights.get(key) ?? estimate) === offsetHeight) continue;
          heights.set(key, offsetHeight);
          isChanged = true;
        }
        if (isChanged) remeasured();
      }),
  );
  const measured = useCallback(
    (row: HTMLLIElement) => {
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [observer],
  );
  return { heights, version, measured };
}

type View = { readonly top: number; readonly height: number };

/** Where each row begins; one more than there are rows: where the last one ends. */
function computeTops(keys: readonly string[], heightOf: (key: string) => number): Float64Array {
  const tops = new Float64Array(keys.length + 1);
  for (const [index, key] of keys.entries()) tops[index + 1] = (tops[index] ?? 0) + heightOf(key);
  return tops;
}

function computeRange(tops: Float64Array, { top, height }: View) {
  const count = tops.length - 1;
  const first = Math.max(0, findFirstAfter(tops, top - OVERSCAN_PX) - 1);
  const last = Math.min(count, findFirstAfter(tops, top + height + OVERSCAN_PX));
  const whole = tops[count] ?? 0;
  return {
    first: Math.min(first, last),
    last,
    before: tops[Math.min(first, last)] ?? 0,
    after: whole - (tops[last] ?? 0),
  };
}

/** The first row that begins behind this place. */
function findFirstAfter(tops: Float64Array, place: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Shown = {
  readonly element: HTMLElement;
  readonly keys: readonly string[];
  readonly tops: Float64Array;
};

function revealIn({ element, keys, tops }: Shown, key: string, where: "start" | "nearest"): void {
  const index = keys.indexOf(key);
  if (index < 0) return;
  const [top, bottom] = [tops[index] ?? 0, tops[index + 1] ?? 0];
  if (where === "start" || top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}
