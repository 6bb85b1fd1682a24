import { expect, test } from "vitest";
import { projectId } from "../domain/model/ids.ts";
import { openStore } from "./open.ts";
import type { Registration } from "./registrations.ts";

const app: Registration = {
  id: projectId("app"),
  path: "/code/app",
  configFile: null,
  accepted: null,
  addedMs: 2,
  removedMs: null,
};

test("registrations come back in the order they were added, and a change keeps their place", () => {
  const store = openStore({ memory: true });
  const site = { ...app, id: projectId("site"), path: "/code/site", addedMs: 1 };
  store.registrations.save(app);
  store.registrations.save(site);
  const moved = { ...app, path: "/code/moved", configFile: "/code/ao.yaml", accepted: "port: 1\n", removedMs: 3 };
  store.registrations.save(moved);
  expect(store.registrations.all()).toEqual([moved, site]);
  store.close();
});

test("one repository is one project", () => {
  const store = openStore({ memory: true });
  store.registrations.save(app);
  expect(() => store.registrations.save({ ...app, id: projectId("other") })).toThrow("path");
  store.close();
});
