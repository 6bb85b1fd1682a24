/** Where a browser on this machine finds the dashboard; null before the daemon listens. */
import type { HomePaths } from "../config/home.ts";
import { parseDaemonFile } from "./process/parse-daemon-file.ts";
import { readText } from "./projects/project-files.ts";

export function readDashboardAddress(home: HomePaths): string | null {
  const daemon = parseDaemonFile(readText(home.daemon) ?? "");
  return daemon === null ? null : `http://${daemon.host}:${daemon.port}`;
}
