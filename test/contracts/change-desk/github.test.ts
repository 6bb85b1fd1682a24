import { changeId } from "../../../src/domain/ids.ts";
import { makeGithub } from "../../fakes/github/a-github.ts";
import { value } from "../clause.ts";
import { describeChangeDeskContract } from "../change-desk.ts";

/** Opened by a person: GitHub lets nobody review what they opened themselves. */
describeChangeDeskContract("GitHub", async () => {
  const { fake, forge, commit, personPushes, dispose } = await makeGithub();
  const { scm } = forge;
  if (scm.desk === undefined) throw new Error("GitHub has no desk");
  const publish = async () => {
    await personPushes("agent/a", await commit({ "a.txt": "one\n" }));
    const { number } = await fake.world.openPull({ title: "A", head: "agent/a", base: "main", author: "ann" });
    return value({}, scm.read(changeId(`shop#${number}`)));
  };
  return { scm, desk: scm.desk, publish, dispose };
});
