import { afterAll } from "vitest";
import { describeMachineContract, type MachineSubject } from "../../../../test/contracts/runtime-machine.ts";
import type { RuntimeSubject } from "../../../../test/contracts/runtime.ts";
import { aFolder, aHost, realTurns, type Stdio } from "../../../../test/fixtures/real-turns.ts";
import { createProcessRuntime } from "./process-runtime.ts";

const host = aHost();
afterAll(host.dispose);

function onProcesses(stdio: Stdio): () => RuntimeSubject & MachineSubject {
  return () => {
    const home = aFolder();
    const makePlugin = () => createProcessRuntime({ home, host: host.client, graceMs: 300 });
    return realTurns({ home, host, kind: "process", stdio, makePlugin });
  };
}

describeMachineContract("the runtime process, on files,", onProcesses("files"));
describeMachineContract("the runtime process, with an open stdin,", onProcesses("frames"));
describeMachineContract("the runtime process, on a screen,", onProcesses("screen"));
