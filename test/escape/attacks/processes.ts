/** Other processes of the same user: the daemon, its supervisor, and a program of the person's. */
import type { AttackClass } from "../attack.ts";

export const processes: AttackClass = {
  title: "other processes",
  attacks: ({ daemon, supervisor, victim: { process: victim, isAlive }, aoHome }) => [
    { name: "see the daemon", script: `tr '\\0' ' ' < /proc/${daemon}/cmdline | grep -q "ao daemon"` },
    { name: "signal the daemon", script: `kill -0 ${daemon}` },
    { name: "signal the supervisor", script: `kill -0 ${supervisor}` },
    { name: "read the daemon's environment", script: `grep -aq AO_HOME /proc/${daemon}/environ` },
    { name: "list the daemon's files", script: `ls -l /proc/${daemon}/fd | grep -q state.db` },
    {
      name: "open the daemon's memory",
      script: `head -c 0 /proc/${daemon}/mem && test -r /proc/${daemon}/maps && grep -q node /proc/${daemon}/maps`,
    },
    { name: "read the token through the daemon's root", script: `test -s "/proc/${daemon}/root${aoHome}/token"` },
    { name: "read a secret in the environment of the person's program", script: `reads /proc/${victim}/environ` },
    { name: "see where the person's program works", script: `test -n "$(readlink /proc/${victim}/cwd)"` },
    { name: "make the person's program the first to be killed", script: `echo 1000 > /proc/${victim}/oom_score_adj` },
    { name: "slow down the person's program", script: `renice -n 19 -p ${victim}` },
    { name: "stop the person's program", script: `kill -STOP ${victim} && kill -CONT ${victim}` },
    { name: "end the person's program", script: `kill -KILL ${victim}`, harm: () => !isAlive() },
  ],
};
