/** A runtime whose programs run in the project's sandbox, and whose turns are watched from the moment they exist. */
import type { SessionId, TurnId } from "../../domain/ids.ts";
import type { Ceiling } from "../../lib/ceiling/ceiling.ts";
import type { SlotResult } from "../../slots/result.ts";
import type { RuntimePlugin, TurnLaunch } from "../../slots/runtime.ts";

export type Around = {
  /** The program that runs the launch's own one confined. */
  readonly confine: (launch: TurnLaunch) => Promise<SlotResult<readonly [string, ...string[]]>>;
  /** What the turn may take of the machine. */
  readonly ceilingOf: (launch: TurnLaunch) => Ceiling | undefined;
  /** What has to be over before a turn begins. */
  readonly before: (runtime: RuntimePlugin, launch: TurnLaunch) => Promise<void>;
  readonly started: (turn: TurnId, session: SessionId) => void;
};

export function confinedRuntime(
  runtime: RuntimePlugin,
  { confine, ceilingOf, before, started }: Around,
): RuntimePlugin {
  return {
    ...runtime,
    start: async (launch) => {
      const argv = await confine(launch);
      if (!argv.ok) return argv;
      await before(runtime, launch);
      const ceiling = ceilingOf(launch);
      const answer = await runtime.start({
        ...launch,
        argv: argv.value,
        ...(ceiling === undefined ? {} : { ceiling }),
      });
      if (answer.ok) started(launch.turn, launch.session);
      return answer;
    },
  };
}
