import { makeForge } from "../../../src/plugins/local/testing/a-forge.ts";
import { aChange } from "../../../src/plugins/local/testing/deeds.ts";
import { describeChangeDeskContract } from "../change-desk.ts";

describeChangeDeskContract("the local forge", async () => {
  const made = await makeForge();
  const { desk } = made.forge.scm;
  if (desk === undefined) throw new Error("the local forge has no desk");
  const publish = () => aChange(made, { files: { "a.txt": "one\n" } });
  return { scm: made.forge.scm, desk, publish, dispose: made.dispose };
});
