/**
 * The things that agents were shown in their own repository, by GitHub's names for them: GitHub's command line asks for more of a
 * thing by that name alone. A document cannot put another text where such a name stands.
 */
import type { ProjectId } from "../../domain/model/ids.ts";
import { parseJsonText } from "./parse-json-text.ts";

/** The oldest are forgotten: whoever asks for them again is shown them again. */
const NODES_MAX = 20_000;

export class ShownNodes {
  private readonly byProject = new Map<ProjectId, Set<string>>();

  has(project: ProjectId, node: string): boolean {
    return this.byProject.get(project)?.has(node) ?? false;
  }

  /** An answer to one of their documents. */
  note(project: ProjectId, answer: string): void {
    const shown = this.byProject.get(project) ?? new Set<string>();
    this.byProject.set(project, shown);
    for (const node of collectIds(parseJsonText(answer))) {
      shown.delete(node);
      shown.add(node);
    }
    for (const node of shown) {
      if (shown.size <= NODES_MAX) break;
      shown.delete(node);
    }
  }
}

function* collectIds(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "id" && typeof inner === "string") yield inner;
    else yield* collectIds(inner);
  }
}
