/** Runs set-up for a key once, for all who wait for it, and not again soon after it failed. */
import { join } from "node:path";
import { prepare, type PreparationOptions, type Prepared, type TrustedCommit } from "./prepare.ts";
import type { SetupSettings } from "./prepared-key.ts";

export type PreparationsOptions = PreparationOptions & {
  /** For the results of one project; nothing that is started can see it. */
  readonly folder: string;
  readonly nowMs?: () => number;
  readonly warn: (error: unknown, message: string) => void;
};

export type PreparationRequest = {
  readonly key: string;
  readonly settings: SetupSettings;
  /** Null: no commit of the default branch is known to have this key. */
  readonly trusted: TrustedCommit | null;
  readonly signal: AbortSignal;
  readonly onOutput?: (bytes: Uint8Array) => void;
};

export type Preparations = {
  /** Null: there is none, and none may be made. */
  readonly join: (wanted: PreparationRequest) => Promise<Prepared | null>;
  readonly end: () => Promise<void>;
};

/** A preparation that failed is not tried again for so long: each workspace is set up by itself meanwhile. */
const FAILED_KEPT_MS = 10 * 60_000;

type Listener = (bytes: Uint8Array) => void;
type Running = { readonly result: Promise<Prepared>; readonly listeners: Set<Listener> };

export function openPreparations(options: PreparationsOptions, stop: AbortSignal): Preparations {
  const { nowMs = () => performance.now(), folder, warn } = options;
  const running = new Map<string, Running>();
  const failedMs = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  const begin = (key: string, settings: SetupSettings, trusted: TrustedCommit): Running => {
    const listeners = new Set<Listener>();
    const onOutput = (bytes: Uint8Array): void => listeners.forEach((listener) => listener(bytes));
    const request = { trusted, settings, signal: stop, onOutput, entry: join(folder, key) };
    const failed = (error: unknown): Prepared => {
      failedMs.set(key, nowMs());
      if (!stop.aborted) warn(error, "what set-up makes cannot be shared");
      return { ok: false, why: String(error) };
    };
    // One after another: they share the folder that set-up runs in.
    const result = last
      .then(() => prepare(options, { ...request, workplace: join(folder, "making") }))
      .then((prepared) => (prepared.ok ? prepared : failed(new Error(prepared.why))), failed)
      .finally(() => running.delete(key));
    last = result;
    const task = { result, listeners };
    running.set(key, task);
    return task;
  };
  const mayBegin = (key: string): boolean => {
    const failed = failedMs.get(key);
    return !stop.aborted && (failed === undefined || nowMs() - failed >= FAILED_KEPT_MS);
  };

  return {
    join: async ({ key, settings, trusted, signal, onOutput }) => {
      const known = running.get(key);
      if (known === undefined && (trusted === null || !mayBegin(key))) return null;
      const task = known ?? (trusted === null ? null : begin(key, settings, trusted));
      if (task === null) return null;
      if (onOutput !== undefined) task.listeners.add(onOutput);
      const prepared = await Promise.race([task.result, waitForAbort(signal)]);
      if (onOutput !== undefined) task.listeners.delete(onOutput);
      return prepared;
    },
    end: async () => void (await last),
  };
}

function waitForAbort(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}
