/** A GitHub that fails in one way, and a forge that is asked on until it answers, on a clock that makes a wait short. */
import type { ChangeReviewer } from "../../../src/slots/change-reviewer.ts";
import { failed } from "../../../src/slots/result.ts";
import { ownClock } from "../../../src/plugins/remote/forge/own-clock.ts";
import { askingOn } from "../git/asking-on.ts";
import type { PlainForge } from "../git/plain-forge.ts";
import type { NamedFault } from "./named-faults.ts";
import { plainGithub } from "./plain-github.ts";

/** `mustMeet`: a test in which it never failed proves nothing. */
export async function makeWithFault(
  { says, fetch, arrange, wasMet }: NamedFault,
  { mustMeet = false }: { readonly mustMeet?: boolean } = {},
): Promise<PlainForge> {
  let passedMs = 0;
  const wallMs = (): number => Date.now() + passedMs;
  const clock = { ...ownClock, wallMs };
  const wishes = { clock, now: wallMs, forge: { clock }, ...(fetch === undefined ? {} : { fetch }) };
  let isMet = (): boolean => false;
  const made = await plainGithub(wishes, (fake) => {
    arrange?.(fake);
    isMet = () => wasMet(fake);
  });
  const asked = (forge: PlainForge["forge"]): PlainForge["forge"] => {
    const on = <T extends object>(plugin: T): T => askingOn(plugin, (ms) => void (passedMs += ms));
    const scm = on(forge.scm);
    const { desk } = scm;
    // What could not be read after a deed is seen with the next look.
    const show: ChangeReviewer["show"] = async (change) => {
      await scm.since(null);
      return desk?.show(change) ?? failed("refused", "there is no desk");
    };
    const looking = desk === undefined ? scm : { ...scm, desk: { ...desk, show } };
    return { ...forge, scm: looking, tracker: on(forge.tracker), checks: on(forge.checks) };
  };
  const dispose = async (): Promise<void> => {
    await made.dispose();
    if (mustMeet && !isMet()) throw new Error(`nothing showed that ${says}`);
  };
  return { ...made, forge: asked(made.forge), again: () => asked(made.again()), dispose };
}
