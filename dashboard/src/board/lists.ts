/** The lists of the board, so that a key can bring a card into view before it is focused. */
import type { ListHandle } from "../lib/virtual-list.tsx";

export const lists = new Map<string, { readonly current: ListHandle | null }>();

export function focusCard(list: string, id: string): void {
  const handle = lists.get(list)?.current;
  if (handle === undefined || handle === null) return;
  handle.reveal(id);
  requestAnimationFrame(() => {
    const link = handle.element.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"] a`);
    link?.focus({ preventScroll: false });
  });
}
