/** Started over ssh, then the connection is torn away: the daemon, agents and messages go on. */
import { expect, test } from "vitest";
import { canaryEnvironment } from "../canary/canary.ts";
import { Ao, cli } from "../fixtures/ao-cli.ts";
import { hasSsh, overSsh } from "../fixtures/loopback-ssh.ts";
import { MarkedAgents, seeded, until } from "../fixtures/marked-agents.ts";
import { lives } from "../fixtures/real-turns.ts";

test.skipIf(!hasSsh)(
  `a torn ssh connection disturbs nothing${hasSsh ? "" : " (needs an ssh server: openssh-server)"}`,
  async () => {
    const agents = new MarkedAgents({ runtime: "process", sessions: 3, random: seeded(5) });
    const ao = new Ao(agents.home);
    const word = (text: string): string => `'${text}'`;
    const env = Object.entries({ AO_HOME: agents.home, ...canaryEnvironment() });
    const variables = env.map(([name, value]) => `${name}=${word(value)}`).join(" ");
    const start = `cd ${word(agents.project)} && ${variables} ${word(process.execPath)} ${word(cli)}`;
    const terminal = await overSsh(`${start} start --port 0; echo "the shell is $$"; exec sleep 600`);
    await until(() => /the shell is \d+/.test(terminal.said()), terminal.said);
    const shell = Number(/the shell is (\d+)/.exec(terminal.said())?.[1]);
    const daemon = ao.place()?.pid ?? 0;

    agents.startSessions();
    await until(() => agents.turns() > 0);
    for (let n = 0; n < 5; n += 1) agents.write();
    terminal.tearAway();
    await until(
      () => !lives(shell),
      () => "the shell at the other end outlived its terminal",
    );
    for (let n = 0; n < 5; n += 1) agents.write();

    await agents.allRead();
    agents.expectNothingLostOrDoubled();
    agents.expectWholeTurns();
    expect([ao.place()?.pid, lives(daemon)]).toEqual([daemon, true]);
  },
  180_000,
);
