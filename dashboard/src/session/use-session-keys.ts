import type { SessionView } from "../../../src/protocol/session/session.ts";
import { beginAction, sendOrder } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { go, setQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import { copy } from "../shell/palette-rows.ts";
import { hasEnded } from "./rail.tsx";
import { tabNames, formatTabPath, type TabName } from "./tabs.tsx";

export function useSessionKeys(session: SessionView, tab: TabName): void {
  const { id, attention, hold, question } = session;
  const primary = attention.act.find(({ enabled }) => enabled);
  const step = (by: number): void => {
    const next = tabNames[(tabNames.indexOf(tab) + by + tabNames.length) % tabNames.length];
    if (next !== undefined) go(formatTabPath(id, next));
  };
  const toConversation = (focus: string): void => {
    go(formatTabPath(id, "conversation"));
    setQuery({ focus });
  };
  useKeys("Session", [
    ...tabNames.map((name, index) => ({
      keys: String(index + 1),
      label: name,
      run: () => go(formatTabPath(id, name)),
    })),
    { keys: "[", label: "previous tab", run: () => step(-1) },
    { keys: "]", label: "next tab", run: () => step(1) },
    {
      keys: "a",
      label: question === null ? "main action" : "answer",
      run: () =>
        question === null ? primary !== undefined && beginAction(session, primary) : toConversation("answer"),
      bar: true,
    },
    { keys: "m", label: "message", run: () => toConversation("message"), bar: true },
    { keys: "i", label: "interrupt", run: () => void sendOrder(id, "interrupt").catch(complain) },
    {
      keys: "p",
      label: "pause or resume",
      run: () => void sendOrder(id, hold === null ? "pause" : "resume").catch(complain),
      bar: true,
    },
    ...(hasEnded(session) ? [] : [{ keys: "y", label: "copy attach command", run: () => copy(`ao attach ${id}`) }]),
    { keys: "Escape", label: "back to the board", run: () => go(`/?at=${encodeURIComponent(id)}`) },
  ]);
}
