/** Where the daemon finds the proxy, and where programs find it: each grant in a folder of its own, alone there. */
import { createHash } from "node:crypto";
import { formatSocket } from "../host/socket-path.ts";

export const formatProxySocket = (home: string): string => formatSocket(home, ".", "proxy.sock");

/** `of` names the grant: a session's turns, the checks of a project. */
export function grantSocket(home: string, of: string): string {
  const digest = createHash("sha256").update(of).digest("hex").slice(0, 16);
  return formatSocket(home, `net/${digest}`, "proxy.sock");
}
