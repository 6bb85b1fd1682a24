import { expect, test } from "vitest";
import { takeEnvironment } from "./take-environment.ts";

const isWanted = (name: string): boolean => name.endsWith("_KEY");
const before = { PATH: "/usr/bin:/bin", OLD_KEY: "old", HOME: "/home/me" };

function taken(variables: Readonly<Record<string, string>>, how: { isWhole?: boolean; isTrial?: boolean } = {}) {
  const env: NodeJS.ProcessEnv = { ...before };
  const changed = takeEnvironment(env, isWanted, { variables, isWhole: false, isTrial: false, ...how });
  return { env, changed };
}

test("what is new or another is taken, what nobody needs is not", () => {
  expect(taken({ NEW_KEY: "new", OLD_KEY: "newer", HOME: "/else", LD_PRELOAD: "/evil.so" })).toEqual({
    env: { ...before, NEW_KEY: "new", OLD_KEY: "newer" },
    changed: ["NEW_KEY", "OLD_KEY"],
  });
});

test("a shell that knows less takes nothing away, and adds its folders behind the others", () => {
  expect(taken({ PATH: "/opt/bin:/bin" })).toEqual({
    env: { ...before, PATH: "/usr/bin:/bin:/opt/bin" },
    changed: ["PATH"],
  });
  expect(taken({ PATH: "/bin" }).changed).toEqual([]);
  expect(taken({ PATH: "" }).changed).toEqual([]);
});

test("one that is taken as a whole decides the order, and what it lacks is gone", () => {
  expect(taken({ PATH: "/opt/bin:/bin" }, { isWhole: true })).toEqual({
    env: { PATH: "/opt/bin:/bin", HOME: "/home/me" },
    changed: ["PATH", "OLD_KEY"],
  });
});

test("a trial changes nothing, and another order of the same folders is no difference", () => {
  const { env, changed } = taken({ PATH: "/bin:/usr/bin", NEW_KEY: "new" }, { isWhole: true, isTrial: true });
  expect(changed).toEqual(["NEW_KEY", "OLD_KEY"]);
  expect(env).toEqual(before);
});
