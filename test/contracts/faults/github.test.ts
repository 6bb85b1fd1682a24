/** What GitHub promises here is kept also where it fails, by whoever asks as the engine does: again after a while. */
import { expect, test } from "vitest";
import { draftsEverywhere, namedFaults } from "../../fakes/github/named-faults.ts";
import { makeWithFault } from "../../fakes/github/with-fault.ts";
import { changeDeskClauses, describeChangeDeskContract } from "../change-desk.ts";
import { brokenClauses, describeContract } from "../clause.ts";
import { changeDeskSubject, scmSubject, trackerSubject } from "../remote-subjects.ts";
import { scmClauses } from "../scm.ts";
import { describeDeskContract, describeMovesContract, describeTrackerContract } from "../tracker.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
/** It asks for the overview time and again: no fault goes by unseen. */
const LOOKING = /after a cursor/;
const SOME = /opens a change|same head again|answer to a thread|landing moves/;
/** The others ask for nothing that some of them do not, and take as long again: the long run has them all. */
const clausesOfScm = scmClauses.filter(({ says }) => (isLong || SOME.test(says)) && !LOOKING.test(says));
const looking = scmClauses.filter(({ says }) => LOOKING.test(says));

for (const make of namedFaults) {
  const { says, of } = make();
  const title = `GitHub, where ${says},`;
  const github = () => makeWithFault(make());
  if (of === "requests") {
    describeTrackerContract(title, async () => trackerSubject(await github()));
    describeMovesContract(title, async () => trackerSubject(await github()));
    describeDeskContract(title, async () => trackerSubject(await github()));
  }
  if (of !== "looks") describeChangeDeskContract(title, async () => changeDeskSubject(await github()));
  describeContract(`${title} keeps the scm contract`, clausesOfScm, async () => scmSubject(await github()));
  const met = () => makeWithFault(make(), { mustMeet: true });
  describeContract(`${title} fails, and is looked at all the same`, looking, async () => scmSubject(await met()));
}

test(`where ${draftsEverywhere().says} nothing is left undone but answers in threads`, async () => {
  const github = () => makeWithFault(draftsEverywhere(), { mustMeet: true });
  const ofDesk = await brokenClauses(changeDeskClauses, async () => changeDeskSubject(await github()));
  const ofScm = await brokenClauses(clausesOfScm, async () => scmSubject(await github()));
  expect([...ofDesk, ...ofScm].map(([says]) => says)).toEqual([
    "a thread is answered, settled and opened again",
    "an answer to a thread resolves it when asked to, and is given once per key",
  ]);
  for (const why of [...ofDesk.values(), ...ofScm.values()]) expect(why).toContain("has not submitted");
});
