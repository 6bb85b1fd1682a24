/** A project's own words for what agents are told, from the files that its configuration names. */
import { relative, sep } from "node:path";
import type { ConfigLayers } from "../../../config/layers.ts";
import { readPrompts } from "../../../config/explain/read-prompts.ts";
import { listPromptFiles } from "../../../config/resolve/resolve-prompts.ts";
import type { Rules } from "../../../domain/model/rules.ts";
import type { ProjectProblem } from "../../context.ts";
import { readText } from "../../projects/project-files.ts";

type WithPrompts = { readonly rules: Rules; readonly problems: readonly ProjectProblem[] };

/** Those that lie in the repository steer its agents: a change of them is for a person. */
export function addPrompts(layers: ConfigLayers, repository: string, rules: Rules): WithPrompts {
  const files = listPromptFiles(layers);
  const { prompts, problems } = readPrompts(files, readText);
  const inside = files
    .map(({ file }) => relative(repository, file).split(sep).join("/"))
    .filter((path) => !/^\.\.($|\/)|^[A-Za-z]:/.test(path));
  const protectedPaths = [...new Set([...rules.policy.protectedPaths, ...inside])];
  return {
    rules: { ...rules, prompts, policy: { ...rules.policy, protectedPaths } },
    problems: problems.map((problem) => ({ ...problem, severity: "error" })),
  };
}
