/** What stands behind every route: views of the store, and orders to the engine. */
import type { DaemonContext } from "../context.ts";
import type { Endpoints } from "../http/endpoint.ts";
import type { Browsers } from "../http/browsers.ts";
import { createBrowserEndpoints } from "./browsers/browser-endpoints.ts";
import { createChangeEndpoints } from "./changes/change-endpoints.ts";
import { createDaemonEndpoints } from "./daemon-endpoints.ts";
import { findSession } from "./sessions/find-session.ts";
import { createIssueEndpoints } from "./issues/issue-endpoints.ts";
import { planEndpoints } from "./issues/plan-endpoints.ts";
import { createSettingsEndpoints } from "./projects/settings-endpoints.ts";
import { createPolicyEndpoints } from "./queue/policy-test.ts";
import { createProjectEndpoints } from "./projects/project-endpoints.ts";
import { pushEndpoints } from "./browsers/push-endpoints.ts";
import { createQueueEndpoints } from "./queue/queue-endpoints.ts";
import { createSessionOrders } from "./sessions/session-orders.ts";
import { createSessionReads } from "./sessions/session-reads.ts";
import type { Terminals } from "./terminals/terminals.ts";
import { triageEndpoints } from "./projects/triage-endpoints.ts";
import type { WakeUps } from "./events/wake-ups.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { createApprovalEndpoints } from "./approval-endpoints.ts";
import { auditEndpoints } from "./events/audit-endpoints.ts";
import { createWebhookEndpoints } from "./webhook-endpoints.ts";

export type ApiParts = {
  readonly context: DaemonContext;
  readonly wakeUps: WakeUps;
  readonly browsers: Browsers;
  readonly terminals: Pick<Terminals, "ticket">;
  readonly webhooks: Webhooks;
};

export function createEndpoints({ context, wakeUps, browsers, terminals, webhooks }: ApiParts): Endpoints {
  return {
    ...createDaemonEndpoints(context),
    ...createBrowserEndpoints(context, browsers),
    ...createProjectEndpoints(context),
    ...createIssueEndpoints(context),
    ...triageEndpoints(context),
    ...createChangeEndpoints(context),
    ...planEndpoints(context),
    ...createSettingsEndpoints(context),
    ...createPolicyEndpoints(context),
    ...createQueueEndpoints(context),
    ...createSessionReads({ context, wakeUps }),
    ...createSessionOrders(context),
    ...createWebhookEndpoints(context, webhooks),
    ...createApprovalEndpoints(context),
    ...auditEndpoints(context),
    ...pushEndpoints(context),
    openTerminal: {
      kind: "deed",
      isSecret: true,
      act: ({ id }, call) => terminals.ticket(findSession(context, id), call),
    },
  };
}
