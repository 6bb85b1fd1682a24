import { known } from "../../../src/domain/model/known.ts";
import { makeForge } from "../../../src/plugins/local/testing/a-forge.ts";
import { aChange } from "../../../src/plugins/local/testing/deeds.ts";
import { describeChangeDeskContract } from "../change-desk.ts";

describeChangeDeskContract("the local forge", async () => {
  const made = await makeForge();
  const { desk } = made.forge.scm;
  if (desk === undefined) throw new Error("the local forge has no desk");
  const publish = () => aChange(made, { files: { "a.txt": "one\n" } });
  const by = { kind: "person", name: "Ann", canWrite: known(true) } as const;
  const makeDraft = async (change: string) => {
    const edited = await made.forge.changes.edit(change, { isDraft: true, by, key: "draft" });
    if (!edited.ok) throw new Error(edited.error.message);
  };
  return { scm: made.forge.scm, desk, publish, makeDraft, dispose: made.dispose };
});
