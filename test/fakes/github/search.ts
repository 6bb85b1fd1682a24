/** GitHub's search over issues, as far as qualifiers go that choose them; its index is as old as the world says. */
import { connection, type Page } from "./graphql-views.ts";
import { fullNameOf, type Issue } from "./state.ts";
import type { World } from "./world.ts";

export type SearchArgs = Page & { readonly query: string };

export function searched(world: World, { query, ...page }: SearchArgs) {
  const { owner, name, issues } = world.state;
  const names = [`${owner}/${name}`, fullNameOf(world.state)];
  const words = query.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const indexed = [...issues.values()].map((issue) => world.indexed.get(issue.number) ?? issue);
  const found = indexed.filter((issue) => words.every((word) => fits(issue, word.replaceAll('"', ""), names)));
  const repository = { nameWithOwner: fullNameOf(world.state) };
  return connection(
    found.map(({ number }) => ({ __typename: "Issue", number, repository })),
    page,
  );
}

function fits(issue: Issue, word: string, names: readonly string[]): boolean {
  const [key = "", value] = word.split(/:(.*)/s);
  if (value === undefined) return `${issue.title} ${issue.body}`.toLowerCase().includes(word.toLowerCase());
  switch (`${key}:`) {
    case "repo:":
      return names.includes(value);
    case "is:":
      return value === "issue" || value === issue.state;
    case "label:":
      return issue.labels.includes(value);
    case "assignee:":
      return issue.assignees.includes(value);
    case "no:":
      return value === "assignee" ? issue.assignees.length === 0 : issue.labels.length === 0;
    default:
      return false;
  }
}
