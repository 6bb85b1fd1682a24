/** How the base of a project is; green only where a check passed on it. */
import type { ProjectView } from "../../../src/protocol/project.ts";
import { Glyph, type GlyphName } from "./glyph.tsx";

const states: Readonly<Record<ProjectView["base"], readonly [GlyphName, string]>> = {
  green: ["done", "is green"],
  red: ["failed", "is red"],
  checking: ["checking", "is being checked"],
  unchecked: ["unchecked", "is not checked"],
  unknown: ["unknown", "is not known to be green"],
};

type Props = { readonly project: Pick<ProjectView, "base" | "defaultBranch"> };

export function BaseState({ project: { base, defaultBranch } }: Props) {
  const [glyph, words] = states[base];
  return (
    <span className="with-glyph" data-base={base}>
      <Glyph name={glyph} isNamed={false} /> {defaultBranch} {words}
    </span>
  );
}
