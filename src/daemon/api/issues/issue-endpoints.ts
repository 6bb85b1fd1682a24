/** Issues of the projects' trackers, as people read and write them. */
import type { IssueDetailView, IssueEditRequest, IssueView } from "../../../protocol/issue/issue.ts";
import type { IssueAction, IssueEditor } from "../../../slots/issue-editor.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import type { Mutation, Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { readIssues } from "../../issue-files/read-issues.ts";
import { createIssueViewer } from "./issue-view.ts";
import { moveEndpoint } from "./move-endpoint.ts";
import { parseGiven } from "../parse-given.ts";
import { identifyPerson } from "../person.ts";
import { findIssue, getIssueEditor, requireValue, openProject, type FoundIssue } from "./find-issue.ts";

export function createIssueEndpoints(context: DaemonContext) {
  return {
    ...createReadEndpoints(context),
    ...createNewIssueEndpoints(context),
    ...createWriteEndpoints(context),
    ...moveEndpoint(context),
  };
}

function createReadEndpoints(context: DaemonContext) {
  return {
    listIssues: {
      kind: "read",
      read: async ({ project, all = false, label }) => {
        const issues = await listIssues(context, project, all);
        return issues.filter(({ labels }) => label === undefined || labels.includes(label));
      },
    },
    issue: {
      kind: "read",
      read: async ({ id, projectId }) => {
        const { project, issue } = await findIssue(context, id, projectId);
        return createIssueViewer(context).whole(project, issue);
      },
    },
  } satisfies Partial<Endpoints>;
}

/** Of one project, or of all whose tracker can be asked through us. */
async function listIssues(context: DaemonContext, id: string | undefined, all: boolean): Promise<IssueView[]> {
  const projects = id === undefined ? context.projects.all() : [openProject(context, id).project];
  const { brief } = createIssueViewer(context);
  const lists = await Promise.all(
    projects.map(async (project) => {
      const editor = context.slotsOf(project.id)?.tracker.desk;
      if (editor === undefined) return [];
      return requireValue(await editor.list({ all })).map((issue) => brief(project, issue));
    }),
  );
  return lists.flat();
}

function createNewIssueEndpoints(context: DaemonContext) {
  return {
    createIssue: {
      kind: "deed",
      isSecret: false,
      act: async ({ projectId, ...issue }, _call, mutation) => {
        const { project, slots } = openProject(context, projectId);
        const editor = getIssueEditor({ project, slots });
        const [id = ""] = requireValue(
          await editor.create([parseGiven(issue)], await createIssueDeed(context, project, mutation)),
        );
        return showIssue(context, project, { desk: editor, id });
      },
    },
    importIssues: {
      kind: "deed",
      isSecret: false,
      act: async ({ projectId, format, text }, _call, mutation) => {
        const { project, slots } = openProject(context, projectId);
        const editor = getIssueEditor({ project, slots });
        const read = readIssues(format, text);
        if (!read.ok) throw refuseImport(read.problems);
        const ids = requireValue(await editor.create(read.issues, await createIssueDeed(context, project, mutation)));
        const made = await Promise.all(ids.map(async (id) => requireValue(await editor.show(id))));
        const { brief } = createIssueViewer(context);
        return { issues: made.map((issue) => brief(project, issue)), passedOver: [...read.passedOver] };
      },
    },
  } satisfies Partial<Endpoints>;
}

const PROBLEMS_SHOWN = 4;

function refuseImport(problems: readonly string[]) {
  const [first = ""] = problems;
  if (problems.length === 1) return refuse("bad_request", `nothing was imported: ${first}`);
  const more = problems.length - PROBLEMS_SHOWN;
  const facts = problems.slice(0, PROBLEMS_SHOWN).map(toFact);
  return refuse("bad_request", `nothing was imported: ${problems.length} things in the file cannot be taken`, {
    facts: more > 0 ? [...facts, { ok: null, name: "more", text: `${more} others` }] : facts,
  });
}

function toFact(problem: string) {
  const [, name = "file", text = problem] = /^(line \d+): (.*)$/s.exec(problem) ?? [];
  return { ok: false, name, text };
}

function createWriteEndpoints(context: DaemonContext) {
  /** Does something with one issue, and shows it as it is then. */
  const write = <Input extends Named>(
    act: (found: FoundIssue, input: Input, deed: IssueAction) => ReturnType<IssueEditor["edit"]>,
  ) => ({
    kind: "deed" as const,
    isSecret: false,
    act: async (input: Input, _call: unknown, mutation: Mutation): Promise<IssueDetailView> => {
      const found = await findIssue(context, input.id, input.projectId);
      const id = requireValue(await act(found, input, await createIssueDeed(context, found.project, mutation)));
      return showIssue(context, found.project, { desk: found.desk, id });
    },
  });
  return {
    editIssue: write<Named & IssueEditRequest>(({ desk: editor, issue }, { id: _, projectId: __, ...edit }, deed) =>
      editor.edit(issue.id, { ...parseGiven(edit), ...deed }),
    ),
    commentIssue: write<Named & { readonly text: string }>(({ desk: editor, issue }, { text }, deed) =>
      editor.comment(issue.id, { text, ...deed }),
    ),
    closeIssue: write<Spoken & { readonly as?: "done" | "not_planned" | undefined }>(
      ({ desk: editor, issue }, { as = "done", text = "" }, deed) => editor.setState(issue.id, { as, text, ...deed }),
    ),
    reopenIssue: write<Spoken>(({ desk: editor, issue }, { text = "" }, deed) =>
      editor.setState(issue.id, { as: "open", text, ...deed }),
    ),
  } satisfies Partial<Endpoints>;
}

type Named = { readonly id: string; readonly projectId?: string | undefined };
type Spoken = Named & { readonly text?: string | undefined };

/** What the person does, under the key of their request. */
async function createIssueDeed(
  context: DaemonContext,
  { path }: RegisteredProject,
  { key }: Mutation,
): Promise<IssueAction> {
  return { by: await identifyPerson(path), key: `request:${key ?? context.newId()}` };
}

async function showIssue(
  context: DaemonContext,
  project: RegisteredProject,
  { desk: editor, id }: { readonly desk: IssueEditor; readonly id: string },
): Promise<IssueDetailView> {
  return createIssueViewer(context).whole(project, requireValue(await editor.show(id)));
}
