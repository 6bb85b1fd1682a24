/** Which names stand before a project's issues and changes, wherever it goes. */
import { expect, test } from "vitest";
import { resolveHome, openHome } from "../../../config/home.ts";
import { noLayers } from "../../../config/layers.ts";
import { resolveProject } from "../../../config/resolve/project-settings.ts";
import { aSession } from "../../../../test/fixtures/domain.ts";
import { app } from "../../../../test/fixtures/rules.ts";
import { openStore } from "../../../store/open.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { MoveRefusedError, takeSeats } from "./project-homes.ts";

function aGround() {
  const home = resolveHome({ AO_HOME: `${aFolder()}/home` });
  openHome({ AO_HOME: home.path });
  const store = openStore({ path: home.database });
  const settings = resolveProject({ ...noLayers, project: app });
  const take = (issues: string, changes = issues) =>
    takeSeats(
      { home, store },
      {
        ...{ id: app, path: "", configFile: null, rules: undefined as never, defaultBranch: "main" },
        ...{ problems: [], waiting: null },
        settings: {
          ...settings,
          tracker: { ...settings.tracker, plugin: issues },
          scm: { ...settings.scm, plugin: changes },
        },
      },
    );
  return { take, store };
}

test("where a project lived first its numbers stand alone; elsewhere they say where", () => {
  const { take } = aGround();
  expect(take("local")("local")).toEqual({ issues: "app", changes: "app" });
  const names = take("github");
  expect(names("github")).toEqual({ issues: "app~github", changes: "app~github" });
  expect(names("local")).toEqual({ issues: "app", changes: "app" });
  expect(take("local")("local")).toEqual({ issues: "app", changes: "app" });
});

test("issues and changes move by themselves", () => {
  const { take } = aGround();
  take("linear", "local");
  expect(take("linear", "github")("github").changes).toBe("app~github");
  expect(take("linear", "github")("linear").issues).toBe("app");
});

test("nothing moves under a live session", () => {
  const { take, store } = aGround();
  take("local");
  store.transaction(() => store.sessions.save(aSession(), { wants: null, dueMs: null }));
  expect(() => take("github")).toThrow(MoveRefusedError);
  expect(() => take("github")).toThrow(
    "app has not moved yet (issues: local, changes: local): a session of it is live",
  );
  expect(take("local")("local").issues).toBe("app");
});
