import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import type { Caller } from "../http/access.ts";
import { daemonEndpoints } from "./daemon-endpoints.ts";

const input = { variables: { PATH: "/bin" } };

test("the command line hands over its environment with the home's token, and is told what changed", async () => {
  const rig = await anApi();
  expect(await rig.client().takeEnvironment(input)).toEqual({ changed: ["PATH"] });
});

test.for<Caller>([{ kind: "browser", id: "b1" }, { kind: "agent", session: "app-1" }, { kind: "nobody" }])(
  "%j may not change what programs of the daemon find in their environment",
  async (caller) => {
    const rig = await anApi();
    const { act } = daemonEndpoints(rig.context()).takeEnvironment;
    const call = { caller, signal: new AbortController().signal, url: "http://127.0.0.1" };
    await expect(act(input, call)).rejects.toThrow("this needs the home's own token");
  },
);
