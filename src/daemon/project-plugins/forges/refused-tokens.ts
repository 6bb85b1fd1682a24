/** A token that a forge or tracker does not accept stops everything there: whoever can renew it is told, once a day. */
import type { ProjectSlots } from "../../../slots/slots.ts";
import { notifyOnce } from "../../notices/notify-once.ts";
import type { QuotaCounts } from "../../../plugins/remote/quota/quota-broker.ts";

export type TokenUse = { readonly project: string; readonly slots: ProjectSlots };

const DAY_MS = 24 * 60 * 60_000;

export async function tellOfRefused(
  quotas: readonly QuotaCounts[],
  uses: readonly TokenUse[],
  nowMs: number,
): Promise<void> {
  for (const { credential, restsBecause } of quotas.filter(({ isRefused }) => isRefused)) {
    const using = uses.filter(({ slots }) => listCredentials(slots).includes(credential));
    const projects = using.map(({ project }) => project).join(", ");
    const notice = {
      key: `token:${credential}:${Math.floor(nowMs / DAY_MS)}`,
      title: `token refused · ${credential}`,
      message: `Nothing is read or written for ${projects}. ${restsBecause}.`,
      level: "action" as const,
      ...{ sessionId: null, url: null },
    };
    await notifyOnce(
      using.map(({ slots }) => slots),
      notice,
    );
  }
}

const listCredentials = ({ tracker, scm, checks }: ProjectSlots): readonly string[] =>
  [tracker, scm, checks].map(({ credential }) => credential);
