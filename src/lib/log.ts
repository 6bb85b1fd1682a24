/** The daemon's log: one JSON line an event, a constant message, facts as fields, secrets taken out before it is written. */
import { pino, type Logger } from "pino";

export type { Logger };

/** Takes whole lines; never throws. */
export type LogSink = { readonly write: (line: string) => void };

export function createLog(destination: LogSink, redact: (text: string) => string): Logger {
  const lines = { write: (line: string) => destination.write(redact(line)) };
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: pino.stdSerializers.err } },
    lines,
  );
}
