import { ann, makeForge } from "../../../src/plugins/local/testing/a-forge.ts";
import { describeDeskContract, describeTrackerContract, type TrackerSubject } from "../tracker.ts";

describeTrackerContract("the local forge", makeSubject);

describeDeskContract("the local forge", makeSubject);

async function makeSubject(): Promise<TrackerSubject> {
  const { forge, again, dispose } = await makeForge();
  let keys = 0;
  const deed = () => ({ by: ann, key: `deed:${(keys += 1)}` });
  return {
    plugin: forge.tracker,
    afterDaemonDeath: async () => again().tracker,
    createIssue: async ({ title, text }) => {
      const made = forge.issues.create({ title, body: text, ...deed() });
      if (!made.ok) throw new Error(made.error.message);
      return made.value.id;
    },
    editAsStranger: { not: "nobody else can get at the local forge" },
    editIssue: async (issue, text) => void forge.issues.edit(issue, { body: text, ...deed() }),
    reopenIssue: async (issue) => void forge.issues.reopen(issue, { text: "", ...deed() }),
    dispose,
  };
}
