import { changeId } from "../../../src/domain/ids.ts";
import { makeGitlab } from "../../fakes/gitlab/a-gitlab.ts";
import { value } from "../clause.ts";
import { describeChangeDeskContract } from "../change-desk.ts";

describeChangeDeskContract("GitLab", async () => {
  const { fake, forge, commit, personPushes, dispose } = await makeGitlab();
  const { scm } = forge;
  if (scm.desk === undefined) throw new Error("GitLab has no desk");
  const publish = async () => {
    await personPushes("agent/a", await commit({ "a.txt": "one\n" }));
    const { iid } = await fake.world.openMerge({ title: "A", source: "agent/a", author: "ann" });
    return value({}, scm.read(changeId(`shop#${iid}`)));
  };
  return { scm, desk: scm.desk, publish, dispose };
});
