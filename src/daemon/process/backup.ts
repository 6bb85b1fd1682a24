/**
 * Makes one backup of a home and ends: a process of its own, since a large database takes minutes to copy and to check, and
 * the daemon has better things to do. Prints what it made as JSON, or a sentence on stderr.
 *
 * Arguments: the home.
 */
import { setPriority } from "node:os";
import { backUpHome } from "../../config/backup/back-up-home.ts";
import { resolveHome } from "../../config/home.ts";

process.title = "ao backup";
const LEAST_URGENT = 19;

try {
  setPriority(LEAST_URGENT);
  const [home = ""] = process.argv.slice(2);
  const { name, manifest } = backUpHome(resolveHome({ AO_HOME: home }), Date.now());
  process.stdout.write(`${JSON.stringify({ name, failed: manifest.failed })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
