/** Some settings may stand in two places or have a short form. Both at once is an error that names both lines. */
import { handlerReactions } from "./reaction-shapes.ts";
import {
  formatPlaceKey,
  createProblem,
  type Path,
  type SettingPlace,
  type SettingPlaces,
  type Problem,
} from "../problem.ts";
import { reportSetTwice } from "../document/read-document.ts";

export function findTwoForms(file: string, places: SettingPlaces): readonly Problem[] {
  const homes = new Map<string, SettingPlace>();
  const problems: Problem[] = [];
  for (const place of places.values()) {
    const home = formatPlaceKey(findHome(place.path));
    const before = homes.get(home);
    if (before === undefined) homes.set(home, place);
    else problems.push(createProblem(file, place, reportSetTwice(before, place)));
  }
  return problems;
}

const handled: ReadonlyMap<unknown, string> = new Map(Object.entries(handlerReactions));

/** The one place that a setting stands for. */
function findHome(path: Path): Path {
  if (path.at(-1) === "message" && path.at(-3) === "reactions") return findPromptPath(path.slice(0, -3), path.at(-2));
  switch (path.length) {
    case 1:
      return path[0] === "autonomy" ? ["defaults", "autonomy"] : path;
    case 2:
      return path[0] === "reactionHandlers" ? findReactionName(path[1]) : path;
    case 3:
      return path[0] === "orchestrator" && path[1] === "reactionHandlers" ? findReactionName(path[2]) : path;
    case 4:
      return path[0] === "agents" && path[2] === "config" && isBesideToo(path[3])
        ? [path[0], ...path.slice(1, 2), ...path.slice(3)]
        : path;
    default:
      return path;
  }
}

/** The words of a reaction may also be a file. */
const findPromptPath = (block: Path, reaction: string | number | undefined): Path => [
  ...(block.length === 0 ? ["defaults"] : block),
  "prompts",
  reaction ?? "",
];

const findReactionName = (handler: string | number | undefined): Path => ["reactions", handled.get(handler) ?? ""];
const isBesideToo = (key: string | number | undefined): boolean => key === "skills" || key === "filters";
