import { createWorld } from "../../world/world.ts";
import { describeHookContract } from "../hook.ts";
import { onlyProject } from "./only-project.ts";

describeHookContract("the world's hook", () => {
  const { hooks } = onlyProject(createWorld({ seed: 1, quiet: true }));
  return {
    plugin: hooks.plugin,
    veto: async (reason) => {
      hooks.answer = () => ({ kind: "veto", reason });
    },
  };
});
