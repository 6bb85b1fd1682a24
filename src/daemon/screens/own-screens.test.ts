/** Screens of tools that a person opened between turns, on a runtime that only remembers. */
import { nothingAround } from "../../../test/fixtures/around-turns.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Plugins } from "../../../test/fixtures/daemon-plugins.ts";
import { aSession, theSession } from "../../../test/fixtures/domain.ts";
import { resolveHome } from "../../config/home.ts";
import type { Session } from "../../domain/session/session.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { createOwnScreens } from "./own-screens.ts";

const taken: Session["hold"] = { by: "take_over", idleSinceMs: null, over: null };
const resting = { kind: "resting", workspacePath: "/w" } as const;
const ending = { kind: "ending", because: "stopped", keepWorkspace: false } as const;

test.for([
  ["a person holds it", aSession({ phase: resting, hold: taken }), []],
  ["it was handed back", aSession({ phase: resting, hold: null }), [`own.${theSession}.2`]],
  ["its session is ending", aSession({ phase: ending, hold: taken }), [`own.${theSession}.2`]],
  ["there is no such session", null, []],
] as const)("a screen that a daemon before us left open is closed unless %s", async ([, session, closed]) => {
  const home = resolveHome({ AO_HOME: aFolder() });
  for (const n of [1, 2]) mkdirSync(join(home.turns, `own.${theSession}.${n}`), { recursive: true });
  const plugins = new Plugins();
  const screens = createOwnScreens({
    home,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    store: { sessions: { get: () => session } },
    environmentOf: async () => ({}),
    aroundTurns: nothingAround,
    slotsOf: () => plugins.slots,
  });
  screens.endUnheld();
  screens.endUnheld();
  // What was asked before has been done when this is.
  await screens.end(aSession());
  await expect
    .poll(() => plugins.calls.map(({ name, args }) => [name, ...args]))
    .toEqual([...closed, `own.${theSession}.2`].map((turn) => ["runtime.signal", turn, "kill"]));
});
