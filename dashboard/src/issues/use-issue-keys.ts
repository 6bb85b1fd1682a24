import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { complain } from "../data/notices.ts";
import { go, setQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import { canStart, formatIssuePath, setPriority, start } from "./issue-deeds.ts";

type KeyParts = {
  readonly shown: readonly IssueView[];
  readonly at: string | null;
  readonly selected: ReadonlySet<string>;
  readonly setSelected: (next: ReadonlySet<string>) => void;
  readonly focusFilter: () => void;
  readonly reload: () => void;
};

export function useIssueKeys({ shown, at, selected, setSelected, focusFilter, reload }: KeyParts): void {
  const index = shown.findIndex(({ id }) => id === at);
  const current = shown[index];
  const move = (step: number): void => {
    const next = shown[Math.min(Math.max(index + step, 0), shown.length - 1)];
    if (next === undefined) return;
    setQuery({ at: next.id });
    document.querySelector<HTMLElement>(`[data-issue="${CSS.escape(next.id)}"] a`)?.focus();
  };
  const shift = (by: number): void => {
    if (current !== undefined) setPriority([current], current.priority + by).then(reload, complain);
  };
  const toggle = (): void => {
    if (current === undefined) return;
    const next = new Set(selected);
    if (!next.delete(current.id)) next.add(current.id);
    setSelected(next);
  };
  useKeys("Issues", [
    { keys: "j", label: "down", run: () => move(1), bar: true },
    { keys: "k", label: "up", run: () => move(-1), bar: true },
    { keys: "Enter", label: "open", run: () => current !== undefined && go(formatIssuePath(current)), bar: true },
    { keys: "x", label: "select", run: toggle, bar: true },
    {
      keys: "s",
      label: "start",
      run: () => current !== undefined && canStart(current) && void start([current]).then(reload, complain),
      bar: true,
    },
    { keys: "Alt+ArrowUp", label: "more urgent", run: () => shift(-1) },
    { keys: "Alt+ArrowDown", label: "less urgent", run: () => shift(1) },
    { keys: "/", label: "filter", run: focusFilter },
  ]);
}
