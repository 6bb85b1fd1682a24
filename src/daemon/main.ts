/** `ao daemon`: runs in the foreground until SIGTERM or SIGINT, then drains. */
import { parseArgs } from "node:util";
import { startDaemon } from "./start.ts";

process.title = "ao daemon";

// Heard before anything is started: whoever reads that we are up may stop us at once.
const stopped = new Promise<void>((resolve) => {
  process.once("SIGTERM", () => resolve());
  process.once("SIGINT", () => resolve());
});

try {
  const daemon = await startDaemon({ env: process.env, port: portIn(process.argv.slice(2)) });
  process.stdout.write(`ao daemon: http://127.0.0.1:${daemon.port} (home ${daemon.home})\n`);
  await stopped;
  await daemon.stop();
  process.exit(0);
} catch (error) {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`ao daemon: ${sentence}\n`);
  process.exit(1);
}

function portIn(args: string[]): number {
  const { port } = parseArgs({ args, options: { port: { type: "string", default: "3000" } } }).values;
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return Number(port);
  throw new Error(`--port ${port} is no port; give a number from 0 (any free one) to 65535.`);
}
