/** The demo as the person: what somebody at the dashboard would do, by the same API, once each. */
import type { Client } from "../../protocol/client/create-client.ts";
import type { StatusView } from "../../protocol/session/status.ts";
import type { DemoIssue } from "./backlog.ts";

export type DemoPerson = { readonly look: (sessions: readonly StatusView[]) => Promise<void> };

export function createPerson(client: Client, issues: readonly DemoIssue[]): DemoPerson {
  const done = new Set<string>();
  const once = async (what: string, deed: () => Promise<unknown>): Promise<void> => {
    if (done.has(what)) return;
    done.add(what);
    await deed();
  };
  const lookAt = async (session: StatusView, issue: DemoIssue): Promise<void> => {
    const { id, attention, change } = session;
    if (attention.code === "stuck") return once(`restart ${id}`, () => client.restart({ id }));
    if (change === null || !wantsReview(session)) return;
    const asking = `ask for changes ${id}`;
    if (issue.trouble === "review" && !done.has(asking))
      return once(asking, () => askForChanges(client, change.id, issue));
    const verdict = "approved" as const;
    await once(`approve ${change.head}`, () => client.reviewChange({ id: change.id, head: change.head, verdict }));
  };
  return {
    look: async (sessions) => {
      const known = sessions.flatMap((session) => {
        const issue = issues.find(({ title }) => title === session.title);
        return issue === undefined ? [] : [{ session, issue }];
      });
      const colliding = known.filter(({ issue }) => issue.trouble === "conflict").map(({ session }) => session);
      // Two changes collide only if the second was there before the first has landed.
      const mayCollide =
        colliding.length > 1 && colliding.every((session) => wantsReview(session) || hasLanded(session));
      for (const { session, issue } of known)
        if (issue.trouble !== "conflict" || mayCollide) await lookAt(session, issue);
    },
  };
}

const wantsReview = ({ attention: { code } }: StatusView): boolean =>
  code === "review-you" || code === "answered-review";
const hasLanded = ({ change }: StatusView): boolean => change?.state === "landed";

function askForChanges(client: Client, id: string, { of }: DemoIssue): Promise<unknown> {
  const comments = [{ path: `src/${of.name}.js`, line: 1, text: of.missed }];
  return client.reviewChange({ id, verdict: "changes_requested", comments });
}
