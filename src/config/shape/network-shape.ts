/** `network`: everything, nothing, or a list of hosts. */
import * as z from "zod";
import { parseAllowedHost } from "../../lib/network/allowed-host.ts";
import { findNearest } from "../../lib/text/nearest.ts";
import type { NetworkAccess } from "../../lib/network/network-access.ts";

const allowedHost = z.string().superRefine((written, context) => {
  const parsed = parseAllowedHost(written);
  if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.why });
});

const MODES = ["full", "none"] as const;

const mode = z
  .string()
  .meta({ enum: [...MODES] })
  .transform((written, context): NetworkAccess => {
    const found = MODES.find((one) => one === written);
    if (found !== undefined) return { kind: found };
    const meant = findNearest(written, MODES);
    const isHost = parseAllowedHost(written).ok && written.includes(".");
    const hint = isHost ? "; one host is a list, too" : meant === null ? "" : `; did you mean \`${meant}\`?`;
    context.addIssue(`expected full, none or a list of hosts${hint}`);
    return z.NEVER;
  });

export const network = z.union([
  mode,
  z
    .array(allowedHost)
    .min(1, "a list without hosts opens nothing; write `none`")
    .transform((hosts): NetworkAccess => ({ kind: "hosts", hosts })),
]);

export const NETWORK_MEANING =
  "What programs in the sandbox may reach: full, none, or a list of hosts (`example.com`, `*.example.com`, `db.internal:5432`), ports 80 and 443 unless one is named. See docs/reference/sandbox.md.";
