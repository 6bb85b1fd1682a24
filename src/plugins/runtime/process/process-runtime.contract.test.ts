import { describeMachineContract } from "../../../../test/contracts/runtime-machine.ts";
import type { RuntimeSubject } from "../../../../test/contracts/runtime.ts";
import { aHome, realTurns, type Stdio } from "../../../../test/fixtures/real-turns.ts";
import { processRuntime } from "./process-runtime.ts";

function onProcesses(stdio: Stdio) {
  return (): RuntimeSubject & ReturnType<typeof realTurns> => {
    const home = aHome();
    const makePlugin = () => processRuntime({ home: home.path, host: home.host });
    return realTurns({ home, kind: "process", stdio, makePlugin, cleanUp: home.dispose });
  };
}

describeMachineContract("the runtime process, on files,", onProcesses("files"));
