/** Where the daemon finds the proxy, and where programs find it: each grant in a folder of its own, alone there. */
import { createHash } from "node:crypto";
import { socketIn } from "../host/socket-path.ts";

export const proxySocket = (home: string): string => socketIn(home, ".", "proxy.sock");

/** `of` names the grant: a session's turns, the checks of a project. */
export function grantSocket(home: string, of: string): string {
  const digest = createHash("sha256").update(of).digest("hex").slice(0, 16);
  return socketIn(home, `net/${digest}`, "proxy.sock");
}
