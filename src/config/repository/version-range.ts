/** Whether a version fits what a project asks for, as npm and Python write it. What is not understood fits nothing and everything. */
export type Fit = "fits" | "does_not_fit" | "unknown";

type Version = readonly [number, number, number];
type Test = (version: Version) => boolean;

/** `>=18.17 <23`, `^20.1 || 22.x`, `18 - 20`; with commas `>=3.10,<4`, `~=3.11`, `==3.12.*`. */
export function compareRange(installed: string, range: string): Fit {
  const version = parseVersion(installed);
  const tests = range.split("||").map((part) => parsePart(part.trim()));
  if (version === null || range.trim() === "" || tests.includes(null)) return "unknown";
  return tests.some((test) => test?.(version)) ? "fits" : "does_not_fit";
}

/**
 * What a version file pins, such as `v20.11.1` or `3.12`: the same line of versions, and not an older one. `significant`
 * is how many numbers name a line: 20 of Node, 3.12 of Python.
 */
export function comparePin(installed: string, pin: string, significant: 1 | 2): Fit {
  const version = parseVersion(installed);
  const wanted = /^v?(\d+(?:\.\d+){0,2})$/.exec(pin.trim())?.[1] ?? null;
  const least = wanted === null ? null : parseVersion(wanted);
  if (version === null || wanted === null || least === null) return "unknown";
  const isSameLine = version.slice(0, Math.min(significant, wanted.split(".").length)).every((n, i) => n === least[i]);
  return isSameLine && compare(version, least) >= 0 ? "fits" : "does_not_fit";
}

function parseVersion(text: string): Version | null {
  const [, major, minor = "0", patch = "0"] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim()) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

const compare = (left: Version, right: Version): number =>
  left[0] - right[0] || left[1] - right[1] || left[2] - right[2];

/** All of several must hold. */
function parsePart(text: string): Test | null {
  const [, from, to] = /^(\S+)\s+-\s+(\S+)$/.exec(text) ?? [];
  const written = from === undefined ? text : `>=${from} <=${to ?? ""}`;
  const words = written
    .replaceAll(/([<>=^~!]+)\s+/g, "$1")
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  const tests = words.map(parseComparison);
  if (tests.includes(null)) return null;
  return (version) => tests.every((test) => test?.(version));
}

const COMPARISON = /^(>=|<=|>|<|===?|=|!=|\^|~=|~>|~)?v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?$/;

function parseComparison(word: string): Test | null {
  const [whole, operator = "", ...parts] = COMPARISON.exec(word) ?? [];
  if (whole === undefined) return null;
  const given = parts.filter((part) => part !== undefined);
  const numbers = given.slice(0, findFirstWildcard(given)).map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers;
  const least: Version = [major, minor, patch];
  const isBelow =
    (bound: Version): Test =>
    (version) =>
      compare(version, least) >= 0 && compare(version, bound) < 0;
  // `20` stands for all of 20: what comes after it begins at 21.
  const next = computeNextVersion(numbers);
  switch (operator) {
    case ">=":
      return (version) => compare(version, least) >= 0;
    case ">":
      return (version) => compare(version, next) >= 0;
    case "<":
      return (version) => compare(version, least) < 0;
    case "<=":
      return (version) => compare(version, next) < 0;
    case "^":
      return isBelow(computeNextVersion(major > 0 ? [major] : numbers.slice(0, minor > 0 ? 2 : 3)));
    case "~":
    case "~>":
      return isBelow(computeNextVersion(numbers.slice(0, 2)));
    case "~=":
      return isBelow(computeNextVersion(numbers.slice(0, Math.max(1, numbers.length - 1))));
    case "!=":
      return (version) => !isBelow(next)(version);
    default:
      return isBelow(next);
  }
}

function findFirstWildcard(parts: readonly string[]): number {
  const at = parts.findIndex((part) => /[xX*]/.test(part));
  return at < 0 ? parts.length : at;
}

/** The first version that the given numbers do not stand for; of none they stand for all. */
function computeNextVersion(numbers: readonly number[]): Version {
  const [major, minor, patch] = numbers;
  if (major === undefined) return [Infinity, 0, 0];
  if (minor === undefined) return [major + 1, 0, 0];
  return patch === undefined ? [major, minor + 1, 0] : [major, minor, patch + 1];
}
