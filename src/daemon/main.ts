/** `ao daemon`: runs in the foreground until SIGTERM or SIGINT, then drains. */
import { parseArgs } from "node:util";
import { startDaemon } from "./start.ts";

process.title = "ao daemon";
const { values } = parseArgs({ options: { port: { type: "string", default: "3000" } } });

try {
  const daemon = await startDaemon({ env: process.env, port: Number(values.port) });
  process.stdout.write(`ao daemon: http://127.0.0.1:${daemon.port} (home ${daemon.home})\n`);
  const stop = (): void => {
    daemon.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`ao daemon: ${sentence}\n`);
  process.exit(1);
}
