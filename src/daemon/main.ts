/** `ao daemon`: runs in the foreground until SIGTERM or SIGINT, then drains. */
import { parseArgs } from "node:util";
import { isDiskError } from "../lib/disk-errors/disk-error.ts";
import { surviveDiskErrors } from "../lib/disk-errors/survive-disk-errors.ts";
import { exitCodes } from "./process/exit-codes.ts";
import { startDaemon } from "./start.ts";

process.title = "ao daemon";
// The terminal that started us may go.
process.on("SIGHUP", () => undefined);
surviveDiskErrors({ name: "ao daemon", exitCode: exitCodes.broken });

// Heard before anything is started: whoever reads that we are up may stop us at once.
const stopping = Promise.withResolvers<"end" | "replace">();
process.once("SIGTERM", () => stopping.resolve("end"));
process.once("SIGINT", () => stopping.resolve("end"));

/** What is under way has this long. What takes longer (a set-up, say) is begun again by the next daemon. */
const DRAIN_MS = 10_000;

try {
  const port = parsePort(process.argv.slice(2));
  const daemon = await startDaemon({ env: process.env, port, onShutDown: stopping.resolve });
  process.stdout.write(`ao daemon: ${daemon.url} (home ${daemon.home})\n`);
  const how = await stopping.promise;
  await Promise.race([daemon.stop(how), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
  process.exit(how === "end" ? exitCodes.done : exitCodes.replaced);
} catch (error) {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`ao daemon: ${sentence}\n`);
  process.exit(isDiskError(error) ? exitCodes.noDisk : exitCodes.refused);
}

function parsePort(args: string[]): number | null {
  const { port } = parseArgs({ args, options: { port: { type: "string" } } }).values;
  if (port === undefined) return null;
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return Number(port);
  throw new Error(`--port ${port} is not a valid port; give a number from 0 (any free one) to 65535.`);
}
