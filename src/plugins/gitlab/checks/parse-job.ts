/** What GitLab answers about jobs and other statuses of a commit. */
import * as z from "zod";

export const status = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  allow_failure: z.boolean().nullish(),
  description: z.string().nullish(),
});
export type ReadStatus = z.output<typeof status>;

export const job = z.object({
  id: z.int(),
  stage: z.string().nullish(),
  failure_reason: z.string().nullish(),
  pipeline: z.object({ id: z.int() }).nullish(),
});
export type GitlabJob = z.output<typeof job>;

export const brokenPipeline = z.object({ yaml_errors: z.string().nullish() });
