import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../store/testing/folder.ts";
import { resolveHome, openHome } from "./home.ts";

test("AO_HOME is made when it is not there, with its parents, for its owner only", () => {
  const path = join(aFolder(), "deep", "home");
  const home = openHome({ AO_HOME: path });
  expect(home).toEqual(resolveHome({ AO_HOME: path }));
  expect(Object.values(home).filter((place) => !place.startsWith(path))).toEqual([]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, "logs")).mode & 0o777).toBe(0o700);
});

test("a home that is there is opened as it is", () => {
  const path = aFolder();
  openHome({ AO_HOME: path });
  expect(openHome({ AO_HOME: path }).path).toBe(path);
});

test("an empty AO_HOME is an unset one", () => {
  expect(resolveHome({ AO_HOME: "" }).path).toBe(resolveHome({}).path);
});

test.for(["here", "./here", "../here", "~/here"])("a relative AO_HOME (%s) is refused", (path) => {
  expect(() => resolveHome({ AO_HOME: path })).toThrow(`AO_HOME is "${path}", a relative path`);
});

test("a home that is a file is refused by its path", () => {
  const path = join(aFolder(), "home");
  writeFileSync(path, "");
  expect(() => openHome({ AO_HOME: path })).toThrow(path);
});
