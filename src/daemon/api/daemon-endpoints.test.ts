import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import type { Caller } from "../http/access-control.ts";
import { checkRoute } from "../http/rights.ts";

const input = { variables: { PATH: "/bin" } };

test("the command line hands over its environment with the home's token, and is told what changed", async () => {
  const rig = await anApi();
  expect(await rig.client().takeEnvironment(input)).toEqual({ changed: ["PATH"] });
});

test.for<Caller>([{ kind: "browser", id: "b1" }, { kind: "agent", session: "app-1" }, { kind: "nobody" }])(
  "%j may not change what programs of the daemon find in their environment",
  (caller) => {
    expect(() => checkRoute(caller, "takeEnvironment")).toThrow("this needs the home's own token");
  },
);
