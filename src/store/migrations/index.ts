/** In order, never edited once merged. */
import type { Migration } from "../../lib/database/migrate.ts";
import { start } from "./0001-start.ts";
import { registrations } from "./0002-registrations.ts";
import { requests } from "./0003-requests.ts";
import { sessionsOfIssue } from "./0004-sessions-of-issue.ts";
import { sentNotices } from "./0005-sent-notices.ts";
import { toldRed } from "./0006-told-red.ts";
import { turnCosts } from "./0007-turn-costs.ts";
import { heldNotices } from "./0008-held-notices.ts";
import { standingNotices } from "./0009-standing-notices.ts";
import { whoOpenedAChange } from "./0010-who-opened-a-change.ts";
import { auditChain } from "./0011-audit-chain.ts";
import { unknownCosts } from "./0012-unknown-costs.ts";
import { uncheckedBases } from "./0013-unchecked-bases.ts";
import { actors } from "./0014-actors.ts";
import { personIsTold } from "./0015-person-is-told.ts";
import { failuresByKind } from "./0016-failures-by-kind.ts";
import { messagesOfHeldNotices } from "./0017-messages-of-held-notices.ts";

export const migrations: readonly Migration[] = [
  ...[start, registrations, requests, sessionsOfIssue, sentNotices, toldRed],
  ...[turnCosts, heldNotices, standingNotices, whoOpenedAChange, auditChain, unknownCosts, uncheckedBases],
  ...[actors, personIsTold, failuresByKind, messagesOfHeldNotices],
];
