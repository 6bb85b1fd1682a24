/** Version 4 of GitLab's REST interface, as far as anybody here uses it. */
import { found, invalid, missing, userView, type Answer, type Call, type Route } from "./rest-answer.ts";
import { issueRoutes } from "./rest-issues.ts";
import { mergeRoutes } from "./rest-merges.ts";
import { pipelineRoutes } from "./rest-pipelines.ts";

const above: readonly Route[] = [
  ["GET", /^user$/, ({ user }) => found(userView(user))],
  ["GET", /^users$/, usersNamed],
  [
    "GET",
    /^users\/(\d+)$/,
    ({ world, params }) => {
      const user = world.users.find(({ id }) => id === Number(params[0]));
      return user === undefined ? missing : found({ ...userView(user), bot: user.bot });
    },
  ],
];

function usersNamed({ world, query }: Call): Answer {
  return found(world.users.filter(({ username }) => username === query.get("username")).map(userView));
}

const below: readonly Route[] = [
  [
    "GET",
    /^$/,
    ({ world }) =>
      found({
        ...{
          id: 7,
          path_with_namespace: world.path,
          default_branch: "main",
          jobs_enabled: !world.isCiOff,
          ci_config_path: null,
        },
        ...{ merge_method: world.mergeMethod, only_allow_merge_if_pipeline_succeeds: world.mustPass },
        ...{ name: world.path.split("/")[1], web_url: `https://gitlab.example.test/${world.path}` },
      }),
  ],
  [
    "GET",
    /^members\/all\/(\d+)$/,
    ({ world, params }) => {
      const user = world.users.find(({ id }) => id === Number(params[0]));
      return user === undefined || user.level === 0 ? missing : found({ id: user.id, access_level: user.level });
    },
  ],
  ...issueRoutes,
  ...mergeRoutes,
  ...pipelineRoutes,
];

/** Reading is sent on to the project's number, as GitLab does; all else is told no. */
function moved(method: string, rest: string, { query }: Omit<Call, "params">): Answer {
  if (method !== "GET") return invalid("405 Non GET methods are not allowed for moved projects", 405);
  return {
    status: 301,
    body: { message: "Moved Permanently" },
    location: `/api/v4/projects/7${rest}?${query.toString()}`,
  };
}

/** How long GitLab lets texts be, wherever they are written. */
const [TITLE_MAX, TEXT_MAX] = [255, 1_000_000];

function whyTooLong({ title, description, body }: Call["body"]): Answer | null {
  const isLonger = (text: unknown, max: number): boolean => typeof text === "string" && text.length > max;
  const misfit = (name: string, max: number): Answer => {
    return { status: 400, body: { message: { [name]: [`is too long (maximum is ${max} characters)`] } } };
  };
  if (isLonger(title, TITLE_MAX)) return misfit("title", TITLE_MAX);
  return [description, body].some((text) => isLonger(text, TEXT_MAX)) ? misfit("description", TEXT_MAX) : null;
}

export const answerRest = async (method: string, asked: string, call: Omit<Call, "params">): Promise<Answer> =>
  whyTooLong(call.body) ?? answered(method, asked, call);

/** A project of another name is none. */
async function answered(method: string, asked: string, call: Omit<Call, "params">): Promise<Answer> {
  const project = `projects/${encodeURIComponent(call.world.path)}`;
  const path = asked.replace(/^projects\/7(?=\/|$)/, project);
  if (call.world.isMoved && `${asked}/`.startsWith(`${project}/`))
    return moved(method, asked.slice(project.length), call);
  const isBelow = path === project || path.startsWith(`${project}/`);
  if (call.world.isCiOff && isBelow && /\/(pipelines|jobs)\b/.test(path)) return invalid("403 Forbidden", 403);
  const rest = isBelow ? path.slice(project.length + 1) : path;
  for (const [verb, pattern, handle] of isBelow ? below : above) {
    const match = verb === method ? pattern.exec(rest) : null;
    if (match !== null) return handle({ ...call, params: match.slice(1).map(decodeURIComponent) });
  }
  return missing;
}
