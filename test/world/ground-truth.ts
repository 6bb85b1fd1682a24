/**
 * What the rules mean, told a second time. The judge must not ask the judged: were these questions put to the core's own
 * functions, a mistake there would be a mistake here too, and nobody would see it.
 */
import type { IssueSnapshot } from "../../src/domain/issue/issue.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import type { Author } from "../../src/domain/model/trust.ts";
import { checkNames, type CheckName } from "./swarm-rules.ts";

/** Nobody has to ask: the project is set to land what is green and approved. */
export function landsUnasked({ autonomy, reactions }: Rules): boolean {
  const { auto, action } = reactions["approved-and-green"];
  return autonomy === "land" && auto && action.kind === "merge";
}

/** The checks that have to be green. */
export function requiredNames({ policy, checks }: Rules): readonly CheckName[] {
  const wanted = policy.requiredChecks.length > 0 ? policy.requiredChecks : checks;
  return checkNames.filter((name) => wanted.includes(name));
}

/** People with write access, and bots that somebody listed. */
export function hasSay(author: Author): boolean {
  switch (author.kind) {
    case "self":
      return false;
    case "bot":
      return author.listed;
    case "person":
      return author.canWrite.known && author.canWrite.value;
  }
}

/** The text of an issue as a person sees, and approves, it. */
export function wholeText({ title, text }: Pick<IssueSnapshot, "title" | "text">): string {
  return text === "" ? title : `${title}\n\n${text}`;
}
