/** What the settings say to every forge elsewhere. */
import * as z from "zod";
import { flag, key } from "../../../lib/setting-keys.ts";

export const forgeKeys = {
  pollSeconds: key(z.number().positive().max(3_600), "how old what is known may be without webhooks. Default: 60."),
  draft: key(flag, "changes are opened as drafts, which wait for a person to call them ready.", false),
  agentApi: key(
    z.enum(["off", "read"]),
    "`read` lets agents read their own repository through the daemon. See docs/reference/agent-api.md.",
    "off",
  ),
};
