/** What GitLab answers about merge requests. */
import * as z from "zod";
import { user } from "../parse-gitlab.ts";

export const pipeline = z.object({
  id: z.int(),
  sha: z.string(),
  ref: z.string().nullish(),
  status: z.string(),
  updated_at: z.string().nullish(),
});
export type ReadPipeline = z.output<typeof pipeline>;

const refs = z.object({ base_sha: z.string(), head_sha: z.string(), start_sha: z.string() });

export const mergeRequest = z.object({
  iid: z.int(),
  title: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ""),
  state: z.string(),
  draft: z.boolean().default(false),
  created_at: z.string(),
  updated_at: z.string(),
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int().nullish(),
  /** Of the source branch; null: it is gone. */
  sha: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  merge_status: z.string().nullish(),
  detailed_merge_status: z.string().nullish(),
  has_conflicts: z.boolean().nullish(),
  blocking_discussions_resolved: z.boolean().nullish(),
  user_notes_count: z.int().default(0),
  web_url: z.string(),
  author: user,
  labels: z.array(z.string()).default([]),
  reviewers: z.array(user).nullish(),
  /** Only of a single one. */
  head_pipeline: pipeline.nullish(),
  diff_refs: refs.nullish(),
});
export type ReadMerge = z.output<typeof mergeRequest>;

/** Also when the fork is gone. */
export const isFromFork = ({ source_project_id: source, target_project_id: target }: ReadMerge): boolean =>
  source !== target;

export const branch = z.object({ commit: z.object({ id: z.string() }) });

const note = z.object({
  id: z.int(),
  body: z.string(),
  author: user,
  created_at: z.string(),
  system: z.boolean().default(false),
  resolvable: z.boolean().default(false),
  resolved: z.boolean().nullish(),
  position: z
    .object({
      new_path: z.string().nullish(),
      old_path: z.string().nullish(),
      new_line: z.int().nullish(),
      old_line: z.int().nullish(),
      head_sha: z.string().nullish(),
    })
    .nullish(),
});
export type ReadNote = z.output<typeof note>;

export const discussion = z.object({ id: z.string(), notes: z.array(note) });
export type ReadDiscussion = z.output<typeof discussion>;

export const approvals = z.object({
  approved_by: z.array(z.object({ user, approved_at: z.string().nullish() })).default([]),
});

export const reviewer = z.object({ user, state: z.string() });

/** Each push to the source branch is one. */
export const version = z.object({ head_commit_sha: z.string(), created_at: z.string() });
export type ReadVersion = z.output<typeof version>;

export const made = z.object({ iid: z.int() });
