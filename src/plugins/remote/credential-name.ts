import { createHash } from "node:crypto";

/** Two projects with the same token share its limits; the name tells them to, and tells nobody the token. */
export function formatCredentialName(plugin: string, host: string, token: string): string {
  const mark = createHash("sha256").update(token).digest("hex").slice(0, 8);
  return `${plugin}:${host}:${mark}`;
}
