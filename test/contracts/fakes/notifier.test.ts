import { expect, test } from "vitest";
import { known } from "../../../src/domain/model/known.ts";
import { createWorld } from "../../world/world.ts";
import { brokenClauses } from "../clause.ts";
import { describeNotifierContract, notifierClauses, type NotifierSubject } from "../notifier.ts";
import { onlyProject } from "./only-project.ts";

function aDesk(): NotifierSubject {
  const { desk } = onlyProject(createWorld({ seed: 1, quiet: true }));
  return {
    plugin: desk.plugin,
    afterDaemonDeath: async () => desk.plugin,
    arrived: async () => desk.log.map(({ notice }) => `${notice.title}\n${notice.message}`),
  };
}

describeNotifierContract("the world's desk", aDesk);

test("a notifier that takes its ignorance for a no breaks the contract", async () => {
  const guessing = (): NotifierSubject => {
    const subject = aDesk();
    const wasSent: NotifierSubject["plugin"]["wasSent"] = async () => ({ ok: true, value: known(false) });
    const plugin = { ...subject.plugin, wasSent };
    return { ...subject, plugin, afterDaemonDeath: async () => plugin };
  };
  expect([...(await brokenClauses(notifierClauses, guessing)).keys()]).toEqual([
    "what was sent is never called unsent; a channel that cannot tell says so, and why",
  ]);
});
