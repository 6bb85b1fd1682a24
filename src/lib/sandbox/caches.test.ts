/** Caches of tools are made before a tool looks for them, and where no link leads there a variable does. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { layCaches } from "./caches.ts";

test("every folder that a link or a variable leads to is there, in the folder of the project", () => {
  const folder = join(aFolder(), "cache");
  const links = layCaches("/home/ann", folder);
  const targets = links.flatMap(({ target, variable }) => [target, ...(variable === undefined ? [] : [variable[1]])]);
  const isCargoLock = (path: string): boolean => path.includes(".package-cache");
  expect(targets.filter((path) => !path.startsWith(`${folder}/`))).toEqual([]);
  expect(targets.filter((path) => !existsSync(path) && !isCargoLock(path))).toEqual([]);
});

test("tools that keep their caches elsewhere on other systems are told of ours", () => {
  const folder = aFolder();
  const told = Object.fromEntries(layCaches("/Users/ann", folder).flatMap(({ variable }) => [variable ?? []]));
  expect(told).toMatchObject({
    GOCACHE: join(folder, ".cache/go-build"),
    GOMODCACHE: join(folder, "go/pkg/mod"),
    CARGO_HOME: join(folder, ".cargo"),
    npm_config_cache: join(folder, ".npm"),
    UV_CACHE_DIR: join(folder, ".cache/uv"),
    PIP_CACHE_DIR: join(folder, ".cache/pip"),
  });
});
