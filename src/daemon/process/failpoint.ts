import { failpoints, type Failpoint } from "../../engine/deps.ts";

/** `AO_FAILPOINT=commit:after:3` kills the daemon, as a power cut would, the third time that point is passed. */
export function createFailpoint(env: NodeJS.ProcessEnv): (name: Failpoint) => void {
  const asked = env["AO_FAILPOINT"];
  if (asked === undefined) return () => undefined;
  const name = failpoints.find((known) => asked === known || asked.startsWith(`${known}:`));
  if (name === undefined)
    throw new Error(`AO_FAILPOINT=${asked} names no failpoint; there are ${failpoints.join(", ")}`);
  const times = asked === name ? "1" : asked.slice(name.length + 1);
  if (!/^[1-9]\d{0,8}$/.test(times))
    throw new Error(`AO_FAILPOINT=${asked} does not say how often; write ${name}:3 for the third time`);
  let left = Number(times);
  return (passed) => {
    if (passed !== name) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}
