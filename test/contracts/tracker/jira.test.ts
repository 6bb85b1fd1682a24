import { issueId } from "../../../src/domain/model/ids.ts";
import { createJiraTracker } from "../../../src/plugins/tracker/jira/jira-tracker.ts";
import { JiraFake, mallory } from "../../fakes/jira-fake.ts";
import { trackerOptions } from "../../fakes/tracker-options.ts";
import {
  describeDeskContract,
  describeFilterContract,
  describeMovesContract,
  describeTrackerContract,
  type TrackerSubject,
} from "../tracker.ts";

for (const [name, isCloud] of [
  ["Jira Cloud", true],
  ["Jira Server", false],
] as const) {
  describeTrackerContract(name, async () => (await makeSubject(isCloud)).subject);
  describeMovesContract(name, async () => {
    const { subject, fake } = await makeSubject(isCloud);
    return {
      ...subject,
      shownFor: async (issue) => fake.statusOf(own(issue)),
      shows: { started: "In Progress", change_opened: "In Review", stopped: "To Do" },
      linksOf: async (issue) => fake.remoteLinks.filter((one) => one.issue === own(issue)).map(({ url }) => url),
    };
  });
  describeDeskContract(name, async () => (await makeSubject(isCloud)).subject);
  describeFilterContract(name, async () => (await makeSubject(isCloud, ["bug"])).subject);
}

async function makeSubject(
  isCloud: boolean,
  labels: readonly string[] = [],
): Promise<{ readonly subject: TrackerSubject; readonly fake: JiraFake }> {
  const fake = await JiraFake.start(isCloud);
  const account = isCloud ? { cloud: true, email: "ann@example.test" } : {};
  const make = () => {
    const made = createJiraTracker(
      trackerOptions({ url: fake.url, token: "token-1", projectKey: "ENG", labels, ...account }),
    );
    if (!made.ok) throw new Error(made.why);
    return made.tracker;
  };
  const subject: TrackerSubject = {
    plugin: make(),
    afterDaemonDeath: async () => make(),
    createIssue: async ({ title, text }) =>
      issueId(`app#${fake.create({ summary: title, description: fake.text(text) }).key}`),
    createAsStranger: async ({ title, text }) =>
      issueId(`app#${fake.create({ summary: title, description: fake.text(text), reporter: mallory }).key}`),
    editAsStranger: { not: "to edit an issue is the very permission by which people count there" },
    editIssue: async (issue, text) => fake.edit(own(issue), { description: fake.text(text) }),
    reopenIssue: async (issue) => fake.edit(own(issue), { status: "1" }),
    dispose: fake.stop,
  };
  return { subject, fake };
}

const own = (id: string): string => id.replace("app#", "");
