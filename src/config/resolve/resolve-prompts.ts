/** Which files hold a project's own words: the strongest layer that says anything of a text decides. */
import { promptNames, type PromptName } from "../../domain/words/prompts.ts";
import type { ReactionName, ReactionRule } from "../../domain/model/rules.ts";
import { createComplaint, type Config } from "../config.ts";
import { listConfigFiles, getOwnSettings, type ConfigLayers } from "../layers.ts";
import type { Path, Problem } from "../problem.ts";
import { resolvePath } from "./project-key.ts";
import type { PromptsSettings } from "../shape/prompt-shape.ts";
import type { ReactionsSettings } from "../shape/reaction-shapes.ts";

export type PromptFile = {
  readonly name: PromptName;
  /** As the configuration names it, and where that is. */
  readonly written: string;
  readonly file: string;
  /** About the line that names it. */
  readonly complain: (sentence: string) => Problem;
};

export function listPromptFiles(layers: ConfigLayers): readonly PromptFile[] {
  const levels = listPromptLevels(layers);
  return promptNames.flatMap((name) => {
    const level = levels.findLast(
      ({ prompts, messages }) => prompts[name] !== undefined || messages(name) !== undefined,
    );
    const written = level?.prompts[name];
    if (level === undefined || written === undefined) return [];
    const { config, path } = level;
    const complain = (sentence: string): Problem => createComplaint(config, [...path, name], sentence);
    return [{ name, written, file: resolvePath(config.file, written), complain }];
  });
}

type Level = {
  readonly config: Config;
  readonly prompts: PromptsSettings;
  readonly path: Path;
  /** A reaction's `message` is the other form of the same setting. */
  readonly messages: (name: PromptName) => string | undefined;
};

/** Weakest first. */
function listPromptLevels(layers: ConfigLayers): readonly Level[] {
  const { prompts = {}, reactions } = getOwnSettings(layers);
  return [
    ...listConfigFiles(layers).map((config) => ({
      config,
      prompts: config.settings.defaults?.prompts ?? {},
      path: ["defaults", "prompts"],
      messages: listMessages(config.settings.reactions),
    })),
    {
      config: layers.config,
      prompts,
      path: ["projects", layers.project, "prompts"],
      messages: listMessages(reactions),
    },
  ];
}

function listMessages(reactions: ReactionsSettings = {}): Level["messages"] {
  const said: Readonly<Record<string, { readonly message?: string | undefined } | undefined>> = reactions;
  return (name) => said[name]?.message;
}

type Reactions = Readonly<Record<ReactionName, ReactionRule>>;

/** A file in the place of a `message` that is weaker, or built in: those words are not told. */
export function dropReplacedMessages(layers: ConfigLayers, reactions: Reactions): Reactions {
  const replaced = new Set<string>(listPromptFiles(layers).map(({ name }) => name));
  const left = (name: ReactionName): ReactionRule =>
    replaced.has(name) ? { ...reactions[name], message: null } : reactions[name];
  return {
    ...reactions,
    "ci-failed": left("ci-failed"),
    "changes-requested": left("changes-requested"),
    "merge-conflicts": left("merge-conflicts"),
    "label-added": left("label-added"),
  };
}
