/** What runtimes promise of a turn holds for one in a sandbox: signals, exit codes, screens, ends. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { turnId } from "../../src/domain/model/ids.ts";
import type { Bridge } from "../../src/lib/sandbox/own-network.ts";
import { noSandbox } from "../../src/lib/sandbox/sandbox.ts";
import { createProcessRuntime } from "../../src/plugins/runtime/process/process-runtime.ts";
import { formatTmuxSocket } from "../../src/lib/process/tmux-socket.ts";
import { createTmuxServer } from "../../src/plugins/runtime/tmux/tmux-server.ts";
import { createTmuxRuntime } from "../../src/plugins/runtime/tmux/tmux-runtime.ts";
import { findUsableTmux } from "../../src/plugins/runtime/tmux/usable-tmux.ts";
import type { TurnConfinement } from "../../src/slots/confinement.ts";
import type { RuntimePlugin } from "../../src/slots/runtime.ts";
import { describeContract, value, type Clause } from "../contracts/clause.ts";
import { machineClauses, type MachineSubject } from "../contracts/runtime-machine.ts";
import { runtimeClauses } from "../contracts/runtime.ts";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { aFolder, aHost, realTurns, type RuntimeKind, type Stdio } from "../fixtures/real-turns.ts";

const sandbox = (await bubblewrapForTests()) ?? noSandbox;
const tmux = await findUsableTmux();
const host = aHost();
afterAll(host.dispose);

/** They look at process numbers, which are others inside, or start without a sandbox; what holds instead is below. */
const OTHERWISE = [
  "a program that is not there is not found, and leaves nothing running",
  "a kill ends children, those in the background and those in sessions of their own",
  "what a turn left running after its end is found by a kill",
  "what eight programs say is whole when the process that started them is killed, and so are their exit codes",
];
const clauses: readonly Clause<MachineSubject>[] = [...runtimeClauses, ...machineClauses];
const turn = turnId("turn-1");

const kinds = (["process", "tmux"] satisfies RuntimeKind[]).filter((kind) => kind === "process" || tmux.ok);
const ways = [
  ...kinds.flatMap((kind) =>
    (["files", "screen"] satisfies Stdio[]).map((stdio): Way => ({ kind, stdio, network: "shared" })),
  ),
  { kind: "process", stdio: "screen", network: "own" } satisfies Way,
];
type Way = { readonly kind: RuntimeKind; readonly stdio: Stdio; readonly network: "shared" | "own" };

describe.skipIf(sandbox.name === "none").for(ways)("in bubblewrap, on $kind ($stdio, $network network)", (way) => {
  const kept = clauses.filter(({ says }) => !OTHERWISE.includes(says));
  describeContract("a turn", kept, () => aSubject(way));

  test("a program that is not there ends as one that never started", async () => {
    const subject = usedOnce(way);
    await value(subject, subject.plugin.start(subject.script(turn, "", { argv: ["no-such-program"] })));
    await subject.ended(turn);
    expect(await value(subject, subject.plugin.look(turn))).toEqual({ kind: "exited", code: 127 });
  });

  test("a kill ends all that the turn has started, however it tries to get away", async () => {
    const subject = usedOnce(way);
    const lines = "sleep 300 & setsid sleep 300 & env -i setsid sleep 300 & trap '' TERM; echo ready; sleep 300";
    await value(subject, subject.plugin.start(subject.script(turn, lines)));
    await subject.says(turn, "ready");
    expect(insidersOf(subject)).toBeGreaterThan(1);
    expect(await value(subject, subject.plugin.signal(turn, "kill"))).toBe("signalled");
    expect(insidersOf(subject)).toBe(0);
  });

  test("nothing is left running when its program has ended", async () => {
    const subject = usedOnce(way);
    const lines = "setsid sleep 300 > /dev/null 2>&1 < /dev/null & echo ready";
    await value(subject, subject.plugin.start(subject.script(turn, lines)));
    await subject.ended(turn);
    await expect.poll(() => insidersOf(subject), { timeout: 10_000 }).toBe(0);
  });
});

test("every clause that does not hold in a sandbox is one of the contract", () => {
  expect(OTHERWISE.filter((says) => !clauses.some((clause) => clause.says === says))).toEqual([]);
});

function aSubject({ kind, stdio, network }: Way): MachineSubject {
  const home = aFolder();
  const findSandbox = async () => ({ ok: true, sandbox, why: null }) as const;
  const options = { home, host: host.client, graceMs: 300, findSandbox };
  const confinement = confinementIn(home, network);
  const program = tmux.ok ? tmux.program : "";
  const make = () =>
    kind === "process" ? createProcessRuntime(options) : createTmuxRuntime({ ...options, tmux: program });
  const cleanUp = async () => {
    if (kind === "tmux") await createTmuxServer(program, formatTmuxSocket(home)).ask(["kill-server"]);
  };
  const subject = realTurns({
    home,
    host,
    kind,
    stdio,
    makePlugin: () => confined(make(), confinement),
    cleanUp,
  });
  return { ...subject, added: [...subject.added, "TMPDIR", ...(network === "own" ? PROXY_VARIABLES : [])] };
}

const PROXY_VARIABLES = [
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"],
  ...["npm_config_proxy", "npm_config_https_proxy", "npm_config_noproxy", "YARN_HTTP_PROXY", "YARN_HTTPS_PROXY"],
  ...["NODE_USE_ENV_PROXY", "JAVA_TOOL_OPTIONS"],
];

/** No proxy has to be there for a program to run. */
function bridgeIn(home: string): Bridge {
  const folder = join(home, "net");
  mkdirSync(folder);
  return { socket: join(folder, "proxy.sock"), daemonPort: null, forwarded: [] };
}

function usedOnce(way: Way): MachineSubject {
  const subject = aSubject(way);
  onTestFinished(async () => subject.dispose?.());
  return subject;
}

function confinementIn(home: string, network: Way["network"]): TurnConfinement {
  return {
    sandbox: "bubblewrap",
    ...{ hidden: [], scratch: [], readable: [], coming: [], readOnly: [], gitFolders: [], links: [] },
    writable: [home],
    network: network === "shared" ? null : bridgeIn(home),
  };
}

const confined = (runtime: RuntimePlugin, confinement: TurnConfinement): RuntimePlugin => ({
  ...runtime,
  start: (launch) => runtime.start({ ...launch, confinement }),
});

/** Processes that see the subject's files through a mount: only those in its sandbox do. */
function insidersOf({ folder }: MachineSubject): number {
  const home = join(folder, "..");
  const mounts = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => textOf(`/proc/${pid}/mounts`));
  return mounts.filter((text) => text.includes(home)).length;
}

/** Of a process that has just ended there is nothing to read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}
