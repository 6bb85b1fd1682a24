/** `testing/version-13.json` was written by the code of version 13; today's code must know it again after the migrations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failingLandings } from "../../test/fixtures/failing-landings.ts";
import { openFile } from "../lib/database/open-file.ts";
import { migrations } from "./migrations/index.ts";
import { openStore } from "./open.ts";
import { aFolder } from "./testing/folder.ts";

const written = readFileSync(join(import.meta.dirname, "testing", "version-13.json"), "utf8");

test.for(["together", "landing", "moved"] as const)("a failure that was met as `%s` is the same one", (how) => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, migrations.slice(0, 13));
  const rows = (of: string) => `FROM json_each(?, '$.${how}.${of}')`;
  db.prepare(
    `INSERT INTO changes (id, project, session, branch, open, queued, doc)
     SELECT value ->> '$.id', value ->> '$.project', value ->> '$.session', value ->> '$.branch', 1, 0, value
     ${rows("changes")}`,
  ).run(written);
  db.prepare(
    `INSERT INTO messages (id, session, settled, doc)
     SELECT value ->> '$.id', value ->> '$.session', 0, value ${rows("messages")}`,
  ).run(written);
  db.close();

  const store = openStore({ path: file });
  const { change, session, world } = failingLandings[how]();
  expect(change.incidents.concat(session.incidents).some(({ toldFor }) => toldFor?.as === how)).toBe(true);
  expect(store.changes.get(change.id)?.incidents).toEqual(change.incidents);
  expect(world.messages.map(({ id }) => store.messages.get(id)?.cause)).toEqual(
    world.messages.map(({ cause }) => cause),
  );
  store.close();
});
