import type { ApprovalView } from "../../../src/protocol/daemon/webhook.ts";
import { client } from "../data/client.ts";
import { useResource, type Resource } from "../data/resource.ts";
import { useNewest } from "./use-issues.ts";

/** Who writes without leave writes rarely, and can wait so long. */
const READ_EVERY_MS = 5_000;

/** Texts by people without write access that nobody has let through yet. */
export function useWaitingTexts(): Resource<ApprovalView[]> & { readonly reload: () => void } {
  return useResource("waiting texts", () => client.approvals({}), useNewest(READ_EVERY_MS));
}
