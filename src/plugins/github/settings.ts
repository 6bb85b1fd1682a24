/** What a project's `scm` and `tracker` blocks say to GitHub. */
import * as z from "zod";
import { key, text } from "../../lib/setting-keys.ts";
import { forgeKeys } from "../remote/forge/forge-keys.ts";
import type { LabelMoves } from "../remote/issue-labels.ts";
import type { GithubApp } from "./app-token.ts";
import type { NamedReports } from "./checks/artifacts.ts";

export type GithubSettings = {
  /** Of a GitHub Enterprise server; null: github.com, or what `repo` names. */
  readonly url: string | null;
  readonly token: string | null;
  /** In place of a token. */
  readonly app: GithubApp | null;
  /** Only issues that have all of these, and that assignee. */
  readonly labels: readonly string[];
  readonly assignee: string | null;
  /** And that a search of GitHub with these words finds. */
  readonly query: string | null;
  /** Bots whose comments an agent gets to read. */
  readonly bots: readonly string[];
  /** What the issue is shown of the work; absent: as usual. */
  readonly moves: LabelMoves;
  readonly pollMs: number;
  /** Pull requests are opened as drafts. */
  readonly draft: boolean;
  /** Agents may read their own repository through the daemon. */
  readonly agentApi: "off" | "read";
  /** Artifacts with JUnit XML, by check. */
  readonly junit: NamedReports;
};

const POLL_SECONDS = 60;

const app = z.strictObject({
  id: z.union([z.int(), text]).meta({ description: "Of the App." }),
  installation: z.union([z.int(), text]).meta({ description: "Of the App in the organization or account." }),
  keyFile: text.meta({ description: "Its private key, a PEM file." }),
});

export const githubKeys = {
  ...forgeKeys,
  junit: key(
    z.record(text, text),
    "artifacts with JUnit XML by the check they belong to, `*` standing for anything: `{ test: junit-* }`. Their failing tests are told in place of the log.",
  ),
  app: key(app, "an App in place of a token. See docs/reference/github.md."),
  query: key(text, "further words of its search that must find an issue."),
};

const shape = z.looseObject({
  ...githubKeys,
  url: z.url({ protocol: /^https?$/, error: "write it as https://github.example.com" }).optional(),
  token: z.string().optional(),
  labels: z.array(z.string()).optional(),
  assignee: z.string().optional(),
});

export type ParsedGithubSettings =
  { readonly ok: true; readonly settings: GithubSettings } | { readonly ok: false; readonly why: string };

/** A block of the settings, `settings` being what only this plugin understands. */
export type GithubBlock = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly bots: readonly string[];
  readonly moves: LabelMoves;
};

/** Both blocks, `scm` and `tracker`, may speak of the same repository; what one leaves out the other may say. */
export function parseGithubSettings(blocks: readonly GithubBlock[]): ParsedGithubSettings {
  const written = blocks.reduce((all, { settings }) => ({ ...all, ...settings }), {});
  const read = shape.safeParse(written);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, why: `${issue?.path.join(".") ?? ""} of the GitHub settings: ${issue?.message ?? "is wrong"}` };
  }
  const bots = blocks.flatMap((block) => block.bots);
  const moves = blocks.reduce((all, block) => ({ ...all, ...block.moves }), {});
  return { ok: true, settings: { ...fillSettings(read.data), bots, moves } };
}

function fillSettings(written: z.output<typeof shape>): Omit<GithubSettings, "bots" | "moves"> {
  const { url = null, token = null, labels = [], assignee = null, draft = false, junit = {} } = written;
  const chosenApp = written.app === undefined ? null : appFrom(written.app);
  const query = written.query === undefined || written.query.trim() === "" ? null : written.query.trim();
  const pollMs = (written.pollSeconds ?? POLL_SECONDS) * 1_000;
  return {
    url,
    token,
    app: chosenApp,
    labels,
    assignee,
    query,
    draft,
    junit,
    pollMs,
    agentApi: written.agentApi ?? "off",
  };
}

const appFrom = ({ id, installation, keyFile }: z.output<typeof app>): GithubApp => ({
  ...{ id: String(id), installation: String(installation), keyFile },
});
