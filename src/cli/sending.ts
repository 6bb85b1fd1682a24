/** `ao send` and `ao prompt`: a message goes out once, through restarts of the daemon, and its receipt can be waited for. */
import type { Client } from "../protocol/client/create-client.ts";
import type { MessageView } from "../protocol/message.ts";
import { AlreadyTold } from "./already-told.ts";
import { Failure } from "./render/failure.ts";
import type { Io } from "./render/io.ts";
import { blank, drawn, penFor, span, type Line } from "./render/line.ts";
import { withProgress } from "./render/progress.ts";
import { show } from "./show.ts";
import { receiptLine, stateWord, stepLines, type Step } from "./views/receipt.ts";

/** A daemon that was killed is back long before this; its supervisor sees to it. */
const RETRY_FOR_MS = 30_000;
/** Of one question about the receipt; then it is asked again. */
const WAIT_MS = 25_000;
const WIDE = 110;

export type Sending = { readonly session: string; readonly content: string };
export type Waiting = { readonly wait: boolean; readonly timeoutMs: number | null };

export async function sendMessage(
  io: Io,
  client: Client,
  { session, content }: Sending,
  waiting: Waiting,
): Promise<void> {
  // One key for all attempts: however often it is asked for, the message is queued once.
  const message = await withProgress(io, "sending", () =>
    client.sendMessage({ id: session, content }, { retryForMs: RETRY_FOR_MS }),
  );
  if (!waiting.wait) return showQueued(io, message);
  const end = await awaited(io, client, message, waiting);
  if (end.state !== "acknowledged") throw new AlreadyTold(`the message is ${stateWord(end.state)}`);
}

function showQueued(io: Io, message: MessageView): void {
  show(io, {
    json: () => message,
    records: () => [recordOf(message)],
    lines: (pen) => [
      ...pen
        .wrap(
          `${stateWord(message.state)} for ${message.session} (message ${message.id})${reason(message)}.`,
          pen.width,
        )
        .map((line): Line => [span(line)]),
      [span(`Receipt: ao status ${message.session}`, "hint")],
    ],
  });
}

const reason = ({ waitsFor }: MessageView): string => (waitsFor === null ? "" : `; ${waitsFor}`);

const recordOf = ({ id, session, state, createdAt, acknowledgedAt, why }: MessageView) => [
  id,
  session,
  state,
  createdAt,
  acknowledgedAt,
  why,
];

async function awaited(io: Io, client: Client, first: MessageView, { timeoutMs }: Waiting): Promise<MessageView> {
  const isTold = io.answer.isTerminal && !io.json && io.answer.width < WIDE;
  const pen = penFor(io.answer);
  const steps: Step[] = [];
  const note = (message: MessageView, atMs: number): void => {
    steps.push({ message, atMs });
    if (isTold) io.print(drawn(stepLines({ message, atMs }, pen), pen));
  };
  note(first, Date.parse(first.createdAt));
  const last = await io.interruptible((interrupt) =>
    untilSettled(io, client, { message: first, timeoutMs, interrupt, note }),
  );
  show(io, {
    json: () => last,
    records: () => [recordOf(last)],
    lines: (own) => [...(isTold ? [] : [receiptLine(steps, own)]), ...closing(last)],
  });
  return last;
}

function closing({ session, state }: MessageView): readonly Line[] {
  if (state === "acknowledged") return [[span(`${session} works on it. Follow: ao logs ${session} -f`)]];
  return [blank, [span(`See what it needs: ao why ${session}`)]];
}

type Wait = {
  readonly message: MessageView;
  readonly timeoutMs: number | null;
  readonly interrupt: AbortSignal;
  readonly note: (message: MessageView, atMs: number) => void;
};

async function untilSettled(
  io: Io,
  client: Client,
  { message, timeoutMs, interrupt, note }: Wait,
): Promise<MessageView> {
  const limits = [interrupt, ...(timeoutMs === null ? [] : [AbortSignal.timeout(timeoutMs)])];
  const signal = AbortSignal.any(limits);
  let last = message;
  try {
    await withProgress(io, "waiting; Ctrl-C stops waiting, the message stays queued", async () => {
      while (!isSettled(last)) {
        const next = await client.message({ id: last.id, since: last.state, waitMs: WAIT_MS }, { signal });
        if (next.state !== last.state) note(next, Date.parse(next.acknowledgedAt ?? "") || io.now());
        last = next;
      }
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw stoppedWaiting(last, interrupt.aborted);
  }
  return last;
}

const isSettled = ({ state }: MessageView): boolean =>
  state !== "prepared" && state !== "queued" && state !== "written";

function stoppedWaiting({ session, state }: MessageView, byPerson: boolean): Failure {
  const why = byPerson ? "you stopped waiting" : "the wait is over";
  return new Failure({
    code: "not_acknowledged",
    message: `the message was not acknowledged yet: ${why}; it stays ${stateWord(state)}`,
    try: [`ao status ${session}`],
  });
}
