import type { ChangeSummaryView } from "../../../src/protocol/change.ts";
import type { QueueView } from "../../../src/protocol/queue.ts";
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
  const move = (position: number): void => {
    moveInQueue(id, project, position).then(onMoved, complain);
  };
  return (
    <span className="queue-acts" role="group" aria-label={`Place of change ${name}`}>
      {place > 0 && waiting.length > 1 && (
        <>
          <button
            className="button plain"
            aria-label="Earlier"
            disabled={isBusy || place === 1}
            onClick={() => move(place - 1)}
          >
            ↑
          </button>
          <button
            className="button plain"
            aria-label="Later"
            disabled={isBusy || place === waiting.length}
            onClick={() => move(place + 1)}
          >
            ↓
          </button>
        </>
      )}
      <button
        className="button plain"
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
