import { issueId } from "../../../src/domain/model/ids.ts";
import { createLinearTracker } from "../../../src/plugins/tracker/linear/linear-tracker.ts";
import { gus, LinearFake } from "../../fakes/linear-fake.ts";
import { trackerOptions } from "../../fakes/tracker-options.ts";
import {
  describeDeskContract,
  describeFilterContract,
  describeMovesContract,
  describeTrackerContract,
  type TrackerSubject,
} from "../tracker.ts";

describeTrackerContract("Linear", async () => (await makeSubject()).subject);
describeMovesContract("Linear", async () => {
  const { subject, fake } = await makeSubject();
  return {
    ...subject,
    shownFor: async (issue) => fake.stateOf(own(issue)) ?? "",
    shows: { started: "In Progress", change_opened: "In Review", stopped: "Todo" },
    linksOf: async (issue) =>
      fake.attachments.filter(({ issueId: of }) => of === fake.find(own(issue))?.id).map(({ url }) => url),
  };
});
describeDeskContract("Linear", async () => (await makeSubject()).subject);
describeFilterContract("Linear", async () => (await makeSubject(["bug"])).subject);

async function makeSubject(
  labels: readonly string[] = [],
): Promise<{ readonly subject: TrackerSubject; readonly fake: LinearFake }> {
  const fake = await LinearFake.start();
  const make = () => {
    const made = createLinearTracker(trackerOptions({ url: fake.url, token: "lin_api_test", teamId: "ENG", labels }));
    if (!made.ok) throw new Error(made.why);
    return made.tracker;
  };
  const subject: TrackerSubject = {
    plugin: make(),
    afterDaemonDeath: async () => make(),
    createIssue: async ({ title, text }) => issueId(`app#ENG-${fake.create({ title, description: text }).number}`),
    createAsStranger: async ({ title, text }) => {
      const by = { creator: null, externalUserCreator: { displayName: "mallory" } };
      return issueId(`app#ENG-${fake.create({ title, description: text, by }).number}`);
    },
    editAsStranger: async (issue, { title, text }) => {
      const patch = { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { description: text }) };
      fake.edit(own(issue), patch, { actor: gus });
    },
    editIssue: async (issue, text) => fake.edit(own(issue), { description: text }),
    reopenIssue: async (issue) => fake.edit(own(issue), { stateId: "s-todo" }),
    dispose: fake.stop,
  };
  return { subject, fake };
}

const own = (id: string): string => id.replace("app#", "");
