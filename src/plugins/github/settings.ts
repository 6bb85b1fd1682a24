/** What a project's `scm` and `tracker` blocks say to GitHub. */
import * as z from "zod";

export type GithubSettings = {
  /** Of a GitHub Enterprise server; null: github.com, or what `repo` names. */
  readonly url: string | null;
  readonly token: string | null;
  /** Only issues that have all of these, and that assignee. */
  readonly labels: readonly string[];
  readonly assignee: string | null;
  /** Bots whose comments an agent gets to read. */
  readonly bots: readonly string[];
  readonly pollMs: number;
};

const POLL_SECONDS = 60;

const shape = z.looseObject({
  url: z.url({ protocol: /^https?$/ }).optional(),
  token: z.string().optional(),
  labels: z.array(z.string()).optional(),
  assignee: z.string().optional(),
  bots: z.array(z.string()).optional(),
  pollSeconds: z.number().positive().max(3_600).optional(),
});

export type ReadSettings =
  { readonly ok: true; readonly settings: GithubSettings } | { readonly ok: false; readonly why: string };

/** Both blocks speak of the same repository; what one leaves out the other may say. */
export function githubSettings(
  scm: Readonly<Record<string, unknown>>,
  tracker: Readonly<Record<string, unknown>>,
): ReadSettings {
  const read = shape.safeParse({ ...scm, ...tracker });
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, why: `${issue?.path.join(".") ?? ""} of the GitHub settings: ${issue?.message ?? "is wrong"}` };
  }
  const { url = null, token = null, labels = [], assignee = null, bots = [], pollSeconds = POLL_SECONDS } = read.data;
  return { ok: true, settings: { url, token, labels, assignee, bots, pollMs: pollSeconds * 1_000 } };
}
