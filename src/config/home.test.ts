import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../store/testing/folder.ts";
import { homeOf, openHome } from "./home.ts";

test("AO_HOME is made when it is not there, with its parents, for its owner only", () => {
  const path = join(aFolder(), "deep", "home");
  const home = openHome({ AO_HOME: path });
  expect(home).toEqual(homeOf({ AO_HOME: path }));
  expect(Object.values(home).filter((place) => !place.startsWith(path))).toEqual([]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, "logs")).mode & 0o777).toBe(0o700);
});

test("a home that is there is opened as it is", () => {
  const path = aFolder();
  openHome({ AO_HOME: path });
  expect(openHome({ AO_HOME: path }).path).toBe(path);
});

test("a relative AO_HOME is meant from where the daemon was started", () => {
  const before = process.cwd();
  const folder = aFolder();
  process.chdir(folder);
  try {
    expect(openHome({ AO_HOME: "here" }).path).toBe(join(process.cwd(), "here"));
    expect(existsSync(join(folder, "here", "logs"))).toBe(true);
  } finally {
    process.chdir(before);
  }
});

test("a home that is a file is refused by its path", () => {
  const path = join(aFolder(), "home");
  writeFileSync(path, "");
  expect(() => openHome({ AO_HOME: path })).toThrow(path);
});
