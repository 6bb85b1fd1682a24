/** Does this project run any checks? Else it would be waited for what never comes. */
import * as z from "zod";
import type { CommitSha } from "../../../domain/model/ids.ts";
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { GitlabClient } from "../client.ts";
import type { Pipelines } from "./pipelines.ts";

export type ProjectChecks = {
  readonly note: () => void;
  /** False: nothing ever ran there, and nothing is set up to. */
  readonly areThere: (git: GitContext, base: CommitSha | null) => Promise<boolean>;
};

const ASKED_AGAIN_MS = 60 * 60_000;
const SEEN = "repository";

const project = z.object({
  jobs_enabled: z.boolean().nullish(),
  ci_config_path: z.string().nullish(),
  only_allow_merge_if_pipeline_succeeds: z.boolean().nullish(),
});

export function createProjectChecks(client: GitlabClient, kept: KeptFile, pipelines: Pipelines): ProjectChecks {
  let asked: { readonly atMs: number; readonly settings: z.output<typeof project> } | null = null;
  const look = async () => {
    if (asked !== null && Math.abs(kept.wallMs() - asked.atMs) < ASKED_AGAIN_MS) return asked.settings;
    const settings = await client.read({ path: "" }, project);
    asked = { atMs: kept.wallMs(), settings };
    return settings;
  };
  return {
    note: () => {
      if (kept.get(SEEN, "checks") === null) kept.put(SEEN, "checks", {});
    },
    areThere: async (git, base) => {
      if (kept.get(SEEN, "checks") !== null || pipelines.areThere()) return true;
      const { jobs_enabled: isOn, ci_config_path: path, only_allow_merge_if_pipeline_succeeds: mustRun } = await look();
      if (mustRun === true) return true;
      if (isOn === false) return false;
      const file = path === null || path === undefined || path === "" ? ".gitlab-ci.yml" : path;
      // It may lie in another project, or be fetched from an address.
      if (/@|:\/\//.test(file)) return true;
      return base !== null && need(await git.own.compute("ls-tree", [base, "--", file])) !== "";
    },
  };
}
