/** What a project's `scm` block says to GitLab. */
import * as z from "zod";
import { key, text } from "../../lib/setting-keys.ts";
import { forgeKeys } from "../remote/forge/forge-keys.ts";

export type GitlabSettings = {
  /** Of another GitLab than gitlab.com; ends in a slash. */
  readonly url: URL | null;
  readonly token: string | null;
  /** `group/name`, where it is not the project's `repo`. */
  readonly project: string | null;
  readonly pollMs: number;
  /** Merge requests are opened as drafts. */
  readonly draft: boolean;
  /** Agents may read their own project through the daemon. */
  readonly agentApi: "off" | "read";
};

const POLL_SECONDS = 60;

export const gitlabKeys = {
  ...forgeKeys,
  project: key(text, "`group/name`, where it is not `repo`."),
};

const shape = z.looseObject({
  ...gitlabKeys,
  url: z
    .url({ protocol: /^https?$/, error: "write it as https://git.example.com" })
    .transform((written) => new URL(written.endsWith("/") ? written : `${written}/`))
    .optional(),
  token: z.string().optional(),
});

export type ParsedGitlabSettings =
  { readonly ok: true; readonly settings: GitlabSettings } | { readonly ok: false; readonly why: string };

/** What the later block leaves out the earlier may say. */
export function parseGitlabSettings(blocks: readonly Readonly<Record<string, unknown>>[]): ParsedGitlabSettings {
  const read = shape.safeParse(blocks.reduce((all, settings) => ({ ...all, ...settings }), {}));
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, why: `${issue?.path.join(".") ?? ""} of the GitLab settings: ${issue?.message ?? "is wrong"}` };
  }
  const { url = null, token = null, project = null, draft = false, pollSeconds = POLL_SECONDS } = read.data;
  const { agentApi = "off" } = read.data;
  return { ok: true, settings: { url, token, project, draft, agentApi, pollMs: pollSeconds * 1_000 } };
}
