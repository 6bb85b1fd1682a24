/** `ao send` and `ao prompt`: a message goes out once, through restarts of the daemon, and its receipt can be waited for. */
import type { Client } from "../../protocol/client/create-client.ts";
import type { MessageView } from "../../protocol/session/message.ts";
import { AlreadyReported } from "../run/already-reported.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { blank, drawLines, createPen, createSpan, type Line } from "../render/line.ts";
import { runWithProgress } from "../render/progress.ts";
import { showAnswer } from "../show.ts";
import { formatReceipt, nameMessageState, formatStep, type ReceiptStep } from "../views/session/receipt.ts";

/** A daemon that was killed is back long before this; its supervisor sees to it. */
const RETRY_FOR_MS = 30_000;
/** Of one question about the receipt; then it is asked again. */
const WAIT_MS = 25_000;
const WIDE = 110;

export type MessageToSend = { readonly session: string; readonly content: string };
export type ReceiptWait = { readonly wait: boolean; readonly timeoutMs: number | null };

export async function sendMessage(
  io: Io,
  client: Client,
  { session, content }: MessageToSend,
  waiting: ReceiptWait,
): Promise<void> {
  // One key for all attempts: however often it is asked for, the message is queued once.
  const message = await runWithProgress(io, "sending", () =>
    client.sendMessage({ id: session, content }, { retryForMs: RETRY_FOR_MS }),
  );
  if (!waiting.wait) return showQueued(io, message);
  const end = await waitForReceipt(io, client, message, waiting);
  if (end.state !== "acknowledged") throw new AlreadyReported(`the message is ${nameMessageState(end.state)}`);
}

function showQueued(io: Io, message: MessageView): void {
  showAnswer(io, {
    json: () => message,
    records: () => [toRecord(message)],
    lines: (pen) => [
      ...pen
        .wrap(
          `${nameMessageState(message.state)} for ${message.session} (message ${message.id})${explainReason(message)}.`,
          pen.width,
        )
        .map((line): Line => [createSpan(line)]),
      [createSpan(`Receipt: ao status ${message.session}`, "hint")],
    ],
  });
}

const explainReason = ({ waitsFor }: MessageView): string => (waitsFor === null ? "" : `; ${waitsFor}`);

const toRecord = ({ id, session, state, createdAt, acknowledgedAt, why }: MessageView) => [
  id,
  session,
  state,
  createdAt,
  acknowledgedAt,
  why,
];

async function waitForReceipt(
  io: Io,
  client: Client,
  first: MessageView,
  { timeoutMs }: ReceiptWait,
): Promise<MessageView> {
  const isTold = io.answer.isTerminal && !io.json && io.answer.width < WIDE;
  const pen = createPen(io.answer);
  const steps: ReceiptStep[] = [];
  const note = (message: MessageView, atMs: number): void => {
    steps.push({ message, atMs });
    if (isTold) io.print(drawLines(formatStep({ message, atMs }, pen), pen));
  };
  note(first, Date.parse(first.createdAt));
  const last = await io.interruptible((interrupt) =>
    waitUntilSettled(io, client, { message: first, timeoutMs, interrupt, note }),
  );
  showAnswer(io, {
    json: () => last,
    records: () => [toRecord(last)],
    lines: (own) => [...(isTold ? [] : [formatReceipt(steps, own)]), ...formatClosing(last)],
  });
  return last;
}

function formatClosing({ session, state }: MessageView): readonly Line[] {
  if (state === "acknowledged") return [[createSpan(`${session} works on it. Follow: ao logs ${session} -f`)]];
  return [blank, [createSpan(`See what it needs: ao why ${session}`)]];
}

type Wait = {
  readonly message: MessageView;
  readonly timeoutMs: number | null;
  readonly interrupt: AbortSignal;
  readonly note: (message: MessageView, atMs: number) => void;
};

async function waitUntilSettled(
  io: Io,
  client: Client,
  { message, timeoutMs, interrupt, note }: Wait,
): Promise<MessageView> {
  const limits = [interrupt, ...(timeoutMs === null ? [] : [AbortSignal.timeout(timeoutMs)])];
  const signal = AbortSignal.any(limits);
  let last = message;
  try {
    await runWithProgress(io, "waiting; Ctrl-C stops waiting, the message stays queued", async () => {
      while (!isSettled(last)) {
        const next = await client.message({ id: last.id, since: last.state, waitMs: WAIT_MS }, { signal });
        if (next.state !== last.state) note(next, Date.parse(next.acknowledgedAt ?? "") || io.now());
        last = next;
      }
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw reportStoppedWaiting(last, interrupt.aborted);
  }
  return last;
}

const isSettled = ({ state }: MessageView): boolean =>
  state !== "prepared" && state !== "queued" && state !== "written";

function reportStoppedWaiting({ session, state }: MessageView, byPerson: boolean): CliFailure {
  const why = byPerson ? "you stopped waiting" : "the wait is over";
  return new CliFailure({
    code: "not_acknowledged",
    message: `the message was not acknowledged yet: ${why}; it stays ${nameMessageState(state)}`,
    try: [`ao status ${session}`],
  });
}
