/**
 * Which scripts of a project are checks: at most one for each role, and none that starts a server, waits for changes or
 * rewrites files. The role becomes the name of the check.
 */
export type ChosenScript = { readonly role: string; readonly script: string };

type Role = { readonly role: string; readonly scripts: readonly string[] };

/** Of each role the first script that fits. */
const ROLES: readonly Role[] = [
  { role: "test", scripts: ["test", "test:unit", "test:ci", "test:run", "test-unit", "unit", "tests"] },
  { role: "lint", scripts: ["lint", "lint:check", "lint:ci", "eslint", "lint:js", "lint:ts"] },
  {
    role: "typecheck",
    scripts: [
      "typecheck",
      "type-check",
      "check-types",
      "check:types",
      "types:check",
      "tsc",
      "lint:types",
      "test:types",
    ],
  },
  {
    role: "format",
    scripts: [
      ...["format:check", "check:format", "format-check", "check-format", "fmt:check", "check:fmt"],
      ...["prettier:check", "check:prettier", "lint:format", "lint:prettier", "format:ci"],
    ],
  },
  { role: "check", scripts: ["check", "check:all"] },
  { role: "build", scripts: ["build"] },
];

export function chooseScripts(scripts: ReadonlyMap<string, string>): readonly ChosenScript[] {
  const chosen = ROLES.flatMap(({ role, scripts: names }): ChosenScript[] => {
    const fitting = names.filter((name) => fits(role, scripts.get(name)));
    const script = fitting.find((name) => !REWRITES.test(scripts.get(name) ?? "")) ?? fitting[0];
    return script === undefined ? [] : [{ role, script }];
  });
  return chosen.filter((one) => !runsAnotherScript(one, chosen, scripts));
}

function fits(role: string, line: string | undefined): boolean {
  if (line === undefined || line.trim() === "" || PLACEHOLDER.test(line) || runsForever(line)) return false;
  // A lint that also fixes still fails where it cannot; these would only rewrite.
  return !(role === "format" || role === "check") || !REWRITES.test(line);
}

/** What `npm init` writes when it knows no test. */
const PLACEHOLDER = /no test specified/;
const REWRITES = /--fix\b|--write\b|\bprettier\b[^&|;]*\s-w\b/;

/** It never ends by itself. */
function runsForever(line: string): boolean {
  if (/--(no-watch(-all)?\b|watch(All)?[= ]false|single-run\b|run\b)/i.test(line)) return false;
  return WATCHES.test(line) || SERVES.test(line);
}

const WATCHES =
  /--watch(-?all)?\b|\b(tsc|mocha|rollup|webpack|ava|tsup|esbuild)\b[^&|;]*\s-w\b|\btsc-watch\b|\bnodemon\b|\bchokidar\b|\bvitest watch\b|\bng test\b|\bkarma start\b/i;
const SERVES =
  /\b(webpack(-dev-server| serve)|next dev|nuxt dev|astro dev|vite( dev| serve)?(?=\s*($|&&|--(host|port|open)))|http-server|live-server|ng serve|serve -)/;

/** `check` that runs `lint` and `test` again, `build` that is nothing but the type check. */
function runsAnotherScript(
  { role, script }: ChosenScript,
  chosen: readonly ChosenScript[],
  scripts: ReadonlyMap<string, string>,
): boolean {
  if (role !== "check" && role !== "build") return false;
  const line = (scripts.get(script) ?? "").trim();
  return chosen.some((other) => {
    if (other.role === role) return false;
    if (line === (scripts.get(other.script) ?? "").trim()) return true;
    const called = new RegExp(
      `\\b(run(-[sp])?|npm|pnpm|yarn|bun|task)\\b.*(^|[\\s:])${escapePattern(other.script)}(?=\\s|$)`,
    );
    return role === "check" && called.test(line);
  });
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
