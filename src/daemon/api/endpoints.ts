/** What stands behind every route: views of the store, and orders to the engine. */
import type { DaemonContext } from "../context.ts";
import type { Endpoints } from "../http/endpoint.ts";
import type { Browsers } from "../http/browsers.ts";
import { browserEndpoints } from "./browser-endpoints.ts";
import { changeEndpoints } from "./change-endpoints.ts";
import { daemonEndpoints } from "./daemon-endpoints.ts";
import { findSession } from "./find-session.ts";
import { issueEndpoints } from "./issue-endpoints.ts";
import { planEndpoints } from "./plan-endpoints.ts";
import { settingsEndpoints } from "./settings-endpoints.ts";
import { policyEndpoints } from "./policy-test.ts";
import { projectEndpoints } from "./project-endpoints.ts";
import { pushEndpoints } from "./push-endpoints.ts";
import { queueEndpoints } from "./queue-endpoints.ts";
import { sessionOrders } from "./session-orders.ts";
import { sessionReads } from "./session-reads.ts";
import type { Terminals } from "./terminals.ts";
import { triageEndpoints } from "./triage-endpoints.ts";
import type { WakeUps } from "./wake-ups.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { approvalEndpoints } from "./approval-endpoints.ts";
import { auditEndpoints } from "./audit-endpoints.ts";
import { webhookEndpoints } from "./webhook-endpoints.ts";

export type ApiParts = {
  readonly context: DaemonContext;
  readonly wakeUps: WakeUps;
  readonly browsers: Browsers;
  readonly terminals: Pick<Terminals, "ticket">;
  readonly webhooks: Webhooks;
};

export function endpointsOf({ context, wakeUps, browsers, terminals, webhooks }: ApiParts): Endpoints {
  return {
    ...daemonEndpoints(context),
    ...browserEndpoints(context, browsers),
    ...projectEndpoints(context),
    ...issueEndpoints(context),
    ...triageEndpoints(context),
    ...changeEndpoints(context),
    ...planEndpoints(context),
    ...settingsEndpoints(context),
    ...policyEndpoints(context),
    ...queueEndpoints(context),
    ...sessionReads({ context, wakeUps }),
    ...sessionOrders(context),
    ...webhookEndpoints(context, webhooks),
    ...approvalEndpoints(context),
    ...auditEndpoints(context),
    ...pushEndpoints(context),
    openTerminal: {
      kind: "deed",
      isSecret: true,
      act: ({ id }, call) => terminals.ticket(findSession(context, id), call),
    },
  };
}
