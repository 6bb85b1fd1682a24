import { afterAll, describe } from "vitest";
import { describeMachineContract, type MachineSubject } from "../../../../test/contracts/runtime-machine.ts";
import type { RuntimeSubject } from "../../../../test/contracts/runtime.ts";
import { aFolder, aHost, realTurns, type Stdio } from "../../../../test/fixtures/real-turns.ts";
import { endServer } from "./tmux-server.ts";
import { createTmuxRuntime } from "./tmux-runtime.ts";
import { findUsableTmux } from "./usable-tmux.ts";

const tmux = await findUsableTmux();
const host = aHost();
afterAll(host.dispose);

function inPanes(stdio: Stdio): () => RuntimeSubject & MachineSubject {
  return () => {
    if (!tmux.ok) throw new Error(tmux.why);
    const home = aFolder();
    const makePlugin = () => createTmuxRuntime({ home, host: host.client, tmux: tmux.program, graceMs: 300 });
    const cleanUp = () => endServer(tmux.program, home);
    return realTurns({ home, host, kind: "tmux", stdio, makePlugin, cleanUp });
  };
}

describe.skipIf(!tmux.ok)(tmux.ok ? `tmux ${tmux.version}` : `left out because ${tmux.why}`, () => {
  describeMachineContract("the runtime tmux, on files,", inPanes("files"));
  describeMachineContract("the runtime tmux, on a screen,", inPanes("screen"));
});
