/** A value of a file that a person has not accepted yet is not the one in force: said beside the value that is read. */
import { existsSync, realpathSync } from "node:fs";
import type { ConfigSource } from "../../config/config.ts";
import { resolveHome } from "../../config/home.ts";
import type { ProjectView } from "../../protocol/project.ts";
import { findValue } from "./config-values.ts";
import { findLiving } from "../daemon/connect.ts";
import { readAgentAccess, createDaemonClient } from "../daemon/daemon-client.ts";
import type { Io } from "../render/io.ts";
import { quoteShellWord } from "../render/shell-words.ts";
import { toVisibleLine } from "../render/visible.ts";
import { describeWaitingSettings } from "./waiting-settings.ts";

/** `layers`: the strongest first, as they were read for `value`. Without a daemon nothing is in force. */
export async function tellWhatIsInForce(
  io: Io,
  layers: readonly ConfigSource[],
  { key, value }: { readonly key: string; readonly value: string | null },
): Promise<void> {
  const [read, ...weaker] = layers;
  if (read === undefined) return;
  for (const { path, waiting } of await listProjects(io, read)) {
    if (waiting === null) continue;
    const holds =
      waiting.inForce === null ? null : findValue([{ ...read, text: waiting.inForce }, ...weaker], key).value;
    if (holds === value) continue;
    const now = holds === null ? "none of it is in effect" : `in force is ${toVisibleLine(holds)}`;
    io.tell(`${now}: what the file says waits for you to accept it: ao start ${quoteShellWord(path)}`);
  }
}

/** Which settings of the file that is read do not hold. */
export async function tellWhatWaitsIn(io: Io, [read]: readonly ConfigSource[]): Promise<void> {
  if (read === undefined) return;
  for (const sentence of describeWaitingSettings(await listProjects(io, read))) io.tell(sentence);
}

async function listProjects(io: Io, { file }: ConfigSource): Promise<readonly ProjectView[]> {
  if (readAgentAccess(io.env) !== null || findLiving(resolveHome(io.env)) === null) return [];
  // A daemon that does not answer must not hide the value.
  const [listed] = await Promise.allSettled([createDaemonClient(io.env).listProjects({}, { retryForMs: 1_000 })]);
  return listed.status === "fulfilled" ? listed.value.filter((project) => isAbout(project, file)) : [];
}

function isAbout({ configFile }: ProjectView, file: string): boolean {
  if (configFile === null || !existsSync(configFile) || !existsSync(file)) return false;
  return realpathSync(configFile) === realpathSync(file);
}
