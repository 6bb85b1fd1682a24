import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type Store } from "../open.ts";

/** A folder of its own for one test, with a space in its name. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ao store "));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function aStore(): Store {
  const store = openStore({ path: join(aFolder(), "state.db") });
  onTestFinished(() => store.close());
  return store;
}
