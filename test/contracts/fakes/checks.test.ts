import { expect, test } from "vitest";
import { brokenClauses } from "../clause.ts";
import { checksClauses, describeChecksContract, type ChecksSubject } from "../checks.ts";
import { someChecks } from "./subjects.ts";

describeChecksContract("the world's CI", someChecks);

test("checks that make up a new fingerprint each time break the contract", async () => {
  let n = 0;
  const moody = (): ChecksSubject => {
    const subject = someChecks();
    const run: ChecksSubject["plugin"]["run"] = async (request) => {
      const answer = await subject.plugin.run(request);
      if (!answer.ok) return answer;
      n += 1;
      return {
        ok: true,
        value: answer.value.map((result) => ({ ...result, fingerprint: result.verdict === "failed" ? `at ${n}` : "" })),
      };
    };
    const plugin = { ...subject.plugin, run };
    return { ...subject, plugin, afterDaemonDeath: async () => plugin };
  };
  expect([...(await brokenClauses(checksClauses, moody)).keys()]).toEqual([
    "a red tree fails, with evidence, and with the same fingerprint in every run",
    "the same run asked for again gives the same results",
    "the next daemon hears of a run what the first would have heard",
  ]);
});
