import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../../../store/testing/folder.ts";
import { readOnce } from "./check-logs.ts";
import { openKeptFile } from "../kept-file.ts";

test("a failure is read once, however many ask for it at the same time; one that could not be read is read again", async () => {
  const kept = openKeptFile(join(aFolder(), "kept.db"), Date.now);
  onTestFinished(kept.close);
  const failure = { verdict: "failed", fingerprint: "f", evidence: "Error: red", log: null } as const;
  let readings = 0;
  const read = async () => {
    readings += 1;
    await null;
    if (readings === 1) throw new Error("it broke off");
    return failure;
  };
  const both = () => Promise.allSettled([readOnce({ kept }, "1", read), readOnce({ kept }, "1", read)]);
  expect((await both()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await both()).toEqual(Array.from({ length: 2 }, () => ({ status: "fulfilled", value: failure })));
  await both();
  expect(readings).toBe(2);
});
