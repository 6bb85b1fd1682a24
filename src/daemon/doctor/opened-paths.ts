/** What a project's settings open of the person's machine, for `ao doctor`: shown, and told where it is too much. */
import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HomePaths } from "../../config/home.ts";
import { createFinding, type Finding } from "../../config/doctor/finding.ts";
import { isAtOrBelow, findRealPath } from "../../lib/sandbox/confinement-layers.ts";
import { resolveInHome } from "../../lib/sandbox/rules.ts";
import type { RegisteredProject } from "../context.ts";

type Opening = {
  readonly project: Pick<RegisteredProject, "id" | "settings">;
  readonly home: HomePaths;
  readonly person: string;
};

export function findOpenedFindings({ project, home, person }: Opening): readonly Finding[] {
  const { id, settings } = project;
  const { use, read, write } = settings.sandbox;
  const opened = [...read.map((path) => ({ path, how: "read" })), ...write.map((path) => ({ path, how: "write" }))];
  if (opened.length === 0 || use === "none") return [];
  const all = createFinding(
    id,
    "ok",
    `the sandbox opens ${opened.map(({ path, how }) => `${path} (${how})`).join(", ")}`,
  );
  const odd = opened.flatMap(({ path, how }) => {
    const why = explainOdd(findRealPath(resolveInHome(path, person)) ?? resolveInHome(path, person), { home, person });
    return why === null ? [] : [createFinding(id, "off", `sandbox.${how}: ${path} ${why}`)];
  });
  return [all, ...odd];
}

/** Folders in the home that are nothing but logins. */
const LOGINS = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".git-credentials", ".password-store"],
  ...[".config/gh", ".config/gcloud", ".config/op", ".local/share/keyrings", ".mozilla", ".config/google-chrome"],
  ...[".claude", ".codex", ".gemini", "Library/Keychains"],
];

function explainOdd(
  path: string,
  { home, person }: { readonly home: HomePaths; readonly person: string },
): string | null {
  if (isAtOrBelow(path, home.path)) return "stays closed: it is the daemon's own";
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "does not exist; nothing is opened";
  if (isAtOrBelow(person, path)) return "opens your whole home, with every login in it";
  if (LOGINS.some((name) => isAtOrBelow(path, join(person, name)) || isAtOrBelow(join(person, name), path)))
    return "lets every agent and check act in your name";
  if (statSync(path).isSocket() || isAtOrBelow(path, "/run") || isAtOrBelow(path, "/var/run"))
    return "lets every agent and check start programs outside of the sandbox";
  return null;
}
