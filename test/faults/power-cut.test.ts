/**
 * The power is cut at any moment of a story that was recorded write by write. Whatever the disk has kept of what was not
 * synced, the database opens whole, every commit that was acknowledged is there, and none is there by half.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { runProgram } from "../../src/lib/run.ts";
import { chainStart, findBreak } from "../../src/store/audit/audit-chain.ts";
import { openStore } from "../../src/store/open.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { seeded } from "../fixtures/marked-agents.ts";
import { parseRecords, RecordedDisk, type Cut, type Op } from "./recorded-disk.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
const hasCompiler = process.platform === "linux" && findProgram("gcc", process.env["PATH"] ?? "") !== null;
const NEEDS = hasCompiler ? "" : " (needs gcc on Linux)";

/** States looked at beside those right behind an acknowledgement. */
const STATES = isLong ? 6_000 : 40;
const ACKNOWLEDGED = isLong ? 400 : 40;

const moduleAt = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** Without a space in its path, which would end it. */
const shims = mkdtempSync(join(tmpdir(), "ao-record-"));
const shim = join(shims, "record-writes.so");
afterAll(() => rmSync(shims, { recursive: true }));

beforeAll(async () => {
  if (!hasCompiler) return;
  const source = join(import.meta.dirname, "record-writes.c");
  const args = ["-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"];
  expect(await runProgram({ program: "gcc", args, timeoutMs: 60_000 })).toMatchObject({ ok: true, code: 0 });
}, 90_000);

/** Runs a few lines under the recorder; `ack(n)` is what a client would have been told. */
async function recorded(code: string): Promise<readonly Op[]> {
  const folder = aFolder();
  const [root, log] = [join(folder, "home"), join(folder, "log")];
  mkdirSync(root);
  const prelude = `
    import { appendFileSync } from "node:fs";
    const root = ${JSON.stringify(root)};
    const ack = (n) => appendFileSync(root + "/ack", n + "\\n");`;
  const told = await runProgram({
    program: process.execPath,
    args: ["--input-type=module", "-e", `${prelude}\n${code}`],
    env: { PATH: process.env["PATH"], LD_PRELOAD: shim, AO_RECORD_ROOT: root, AO_RECORD_LOG: log },
    timeoutMs: 120_000,
  });
  expect(told, told.stderr).toMatchObject({ ok: true, code: 0 });
  const ops = parseRecords(readFileSync(log), root);
  return ops.map((op) =>
    op.kind === "rename" ? { ...op, data: Buffer.from(op.data.toString().slice(root.length + 1)) } : op,
  );
}

const acknowledgedBy = (ops: readonly Op[]): number =>
  Number(ops.findLast(({ kind, path }) => kind === "write" && path === "ack")?.data.toString() ?? 0);

/** Nothing of it survives, and nothing is promised of it. */
const isVolatile = ({ path }: Op): boolean => path.endsWith("-shm") || path === "ack";

type State = { readonly folder: string; readonly acknowledged: number; readonly about: string };

/** Every state is looked at in the same folder, one after the other. */
function cutEverywhere(ops: readonly Op[], look: (state: State) => void): number {
  const random = seeded(5);
  const folder = join(aFolder(), "after");
  const behindAck = ops.flatMap((op, at) => (op.kind === "write" && op.path === "ack" ? [at + 1] : []));
  const chosen = Array.from({ length: STATES }, () => 1 + Math.floor(random() * ops.length));
  const points = [
    ...behindAck.map((at) => ({ at, keep: "nothing" as const })),
    ...chosen.map((at, n) => ({ at, keep: (["some", "some", "some", "nothing", "all"] as const)[n % 5] ?? "some" })),
  ].toSorted((left, right) => left.at - right.at);
  const disk = new RecordedDisk();
  let applied = 0;
  for (const { at, keep } of points) {
    for (const op of ops.slice(applied, at)) if (!isVolatile(op)) disk.apply(op);
    applied = at;
    const cut: Cut = { keep, sectorBytes: random() < 0.5 ? 512 : 4096, random };
    disk.layOut(folder, cut);
    const acknowledged = acknowledgedBy(ops.slice(0, at));
    look({ folder, acknowledged, about: `cut behind operation ${at} of ${ops.length}, ${keep} kept` });
    rmSync(folder, { recursive: true, force: true });
  }
  return points.length;
}

/** Small commits and large ones, a checkpoint now and then, a restart in the middle. */
const COMMITS = `
  import { openStore } from ${moduleAt("store/open.ts")};
  const commit = (store, n) => store.transaction(() => {
    const text = "x".repeat(n % 9 === 0 ? 300_000 : n % 4 === 0 ? 9_000 : 10);
    store.inbox.add({ id: "o" + n, dedupKey: null, state: "new", seenMs: n, observation: { id: "o" + n, kind: "turn_granted", session: text } });
    store.events.append({ atMs: n, project: null, subject: "s", kind: "k", doc: { n, text } });
    store.audit.append({ atMs: n, who: "ann", what: "land", subject: "c" + n, cause: null, why: "" });
  });
  let n = 0;
  for (const half of [1, 2]) {
    const store = openStore({ path: root + "/state.db" });
    for (let k = 0; k < ${ACKNOWLEDGED / 2}; k += 1) { commit(store, ++n); ack(n); }
    store.close();
  }`;

function lookAtStore({ folder, acknowledged, about }: State): void {
  const store = openStore({ path: join(folder, "state.db") });
  try {
    expect(store.integrityCheck(), about).toEqual([]);
    const committed = store.events.latest();
    expect(committed, about).toBeGreaterThanOrEqual(acknowledged);
    expect(committed, about).toBeLessThanOrEqual(acknowledged + 1);
    expect(store.inbox.undecided(1_000).length, about).toBe(committed);
    expect(store.audit.head().seq, about).toBe(committed);
    expect(findBreak(chainStart, store.audit.after(0, 1_000)), about).toBeNull();
  } finally {
    store.close();
  }
}

test.skipIf(!hasCompiler)(
  `the database survives a power cut at any moment${NEEDS}`,
  { timeout: isLong ? 3_600_000 : 120_000 },
  async () => {
    const ops = await recorded(COMMITS);
    expect(acknowledgedBy(ops)).toBe(ACKNOWLEDGED);
    const states = cutEverywhere(ops, lookAtStore);
    process.stdout.write(`${states} states after a power cut, of ${ops.length} operations\n`);
  },
);

test.skipIf(!hasCompiler)(
  `a database that never syncs its log would lose commits, and that is seen${NEEDS}`,
  { timeout: 120_000 },
  async () => {
    const ops = await recorded(COMMITS);
    const careless = ops.filter(({ kind, path }) => kind !== "sync" || path !== "state.db-wal");
    expect(() => cutEverywhere(careless, lookAtStore)).toThrow(/cut behind operation/);
  },
);

const REPLACED = `
  import { replaceFile } from ${moduleAt("lib/files/replace-file.ts")};
  for (let n = 1; n <= 40; n += 1) { replaceFile(root + "/kept/note.json", (n + " ").repeat(3_000)); ack(n); }`;

test.skipIf(!hasCompiler)(
  `a file that is replaced is the old one or the new one after a power cut, never half${NEEDS}`,
  { timeout: 120_000 },
  async () => {
    const whole = new Set(Array.from({ length: 40 }, (_, n) => `${n + 1} `.repeat(3_000)));
    cutEverywhere(await recorded(REPLACED), ({ folder, about }) => {
      const file = join(folder, "kept", "note.json");
      if (existsSync(file)) expect(whole.has(readFileSync(file, "utf8")), about).toBe(true);
    });
  },
);

const TURNS = `
  import { mkdirSync } from "node:fs";
  import { makeTurn } from ${moduleAt("lib/turn-folder/make-turn.ts")};
  import { openTurnFiles } from ${moduleAt("lib/turn-folder/turn-files.ts")};
  mkdirSync(root + "/turns");
  const launch = { session: "s", cwd: "/", argv: ["x"], env: {}, stdin: "do it", hasScreen: false, takesFrames: false };
  for (let n = 1; n <= 8; n += 1) {
    await makeTurn(openTurnFiles(root + "/turns", "t" + n), { launch, text: "set -- x", bootId: "b" });
    ack(n);
  }`;

test.skipIf(!hasCompiler)(
  `a turn that may have run is there after a power cut, and is not begun again${NEEDS}`,
  { timeout: 120_000 },
  async () => {
    const ops = await recorded(TURNS);
    // The folder of turns itself is older than any of them.
    const made = ops.findIndex(({ kind }) => kind === "mkdir");
    const settled: Op = { kind: "sync", path: "", offset: 0, data: Buffer.alloc(0) };
    cutEverywhere([...ops.slice(0, made + 1), settled, ...ops.slice(made + 1)], ({ folder, acknowledged, about }) => {
      const turns = Array.from({ length: acknowledged }, (_, n) => join(folder, "turns", `t${n + 1}`));
      expect(
        turns.filter((turn) => !existsSync(turn)),
        about,
      ).toEqual([]);
    });
  },
);
