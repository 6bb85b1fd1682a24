import { useEffect, useRef } from "react";
import type { ChangeSummaryView } from "../../../src/protocol/change/change.ts";
import type { QueueView } from "../../../src/protocol/change/queue.ts";
import { useMute } from "../data/connection.ts";
import { leaveQueue, moveInQueue, useIsUnderWay } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";

type Props = {
  readonly change: ChangeSummaryView;
  readonly queues: readonly QueueView[];
  readonly onMoved: () => void;
};

/** Another place among those that wait, or out of the queue. What is being tested keeps its place. */
export function QueueActs({ change: { id, name, project }, queues, onMoved }: Props) {
  const mute = useMute();
  const isMoving = useIsUnderWay(id, "move");
  const isLeaving = useIsUnderWay(id, "unqueue");
  const waiting = queues.find((queue) => queue.project === project)?.next ?? [];
  const place = waiting.findIndex((entry) => entry.id === id) + 1;
  const isBusy = mute !== null || isMoving || isLeaving;
  const { box, keepFocus } = useFocusKept(place, isBusy);
  const move = (position: number, which: string): void => {
    keepFocus(which, position);
    moveInQueue(id, project, position).then(onMoved, complain);
  };
  const step = (which: "earlier" | "later", to: number, sign: string) => (
    <button
      className="button plain"
      data-step={which}
      aria-label={`Move change ${name} ${which}`}
      title={which === "earlier" ? "Earlier" : "Later"}
      disabled={isBusy || to < 1 || to > waiting.length}
      onClick={() => move(to, which)}
    >
      {sign}
    </button>
  );
  return (
    <span ref={box} className="queue-acts" role="group" aria-label={`Place of change ${name}`}>
      {place > 0 && waiting.length > 1 && (
        <>
          {step("earlier", place - 1, "↑")}
          {step("later", place + 1, "↓")}
        </>
      )}
      <button
        className="button plain"
        aria-label={`${isLeaving ? "Leaving…" : "Leave queue"}: change ${name}`}
        disabled={isBusy}
        title={mute ?? undefined}
        onClick={() => {
          leaveQueue(id, project).then(onMoved, complain);
        }}
      >
        {isLeaving ? "Leaving…" : "Leave queue"}
      </button>
    </span>
  );
}

/** A row that moves takes the focus of its button along, so that the next press moves it on; at an end the other one has it. */
function useFocusKept(place: number, isBusy: boolean) {
  const box = useRef<HTMLSpanElement>(null);
  const wanted = useRef<{ readonly which: string; readonly place: number } | null>(null);
  useEffect(() => {
    if (isBusy || wanted.current?.place !== place) return;
    const steps = [...(box.current?.querySelectorAll<HTMLButtonElement>("[data-step]:not(:disabled)") ?? [])];
    const same = steps.find(({ dataset }) => dataset["step"] === wanted.current?.which);
    wanted.current = null;
    (same ?? steps[0])?.focus();
  }, [place, isBusy]);
  return { box, keepFocus: (which: string, to: number): void => void (wanted.current = { which, place: to }) };
}
