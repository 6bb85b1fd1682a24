/** Opens an address in the person's browser, where there is one. */
import { runProgram } from "../lib/run.ts";
import type { Io } from "./render/io.ts";

/** False: there is no browser here, or it did not start; the address is printed instead. */
export async function openInBrowser(io: Io, url: string): Promise<boolean> {
  const opener = findOpener(io.env, process.platform);
  if (opener === null) return false;
  const [program, ...args] = opener;
  const opened = await runProgram({ program, args: [...args, url], env: io.env, timeoutMs: 5_000 });
  return opened.ok && opened.code === 0;
}

type Argv = readonly [string, ...string[]];

function findOpener(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Argv | null {
  const isRemote = env["SSH_CONNECTION"] !== undefined;
  const chosen = env["BROWSER"];
  if (chosen !== undefined && chosen !== "") return [chosen];
  if (isRemote) return null;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasScreen = env["DISPLAY"] !== undefined || env["WAYLAND_DISPLAY"] !== undefined;
  return hasScreen ? ["xdg-open"] : null;
}
