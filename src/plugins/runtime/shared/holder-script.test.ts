/** The holder in the shells people have, and the ring that keeps what a pane says. */
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { findProgram } from "../../../lib/process/find-program.ts";
import { hasCode } from "../../../lib/files/if-there.ts";
import { runProgram } from "../../../lib/run.ts";
import { aFolder, until } from "../../../../test/fixtures/real-turns.ts";
import { HOLDER_SCRIPT } from "./holder-script.ts";
import { launchText } from "./launch-file.ts";

const folder = aFolder();
const script = join(folder, "holder.sh");
writeFileSync(script, HOLDER_SCRIPT);
afterAll(() => rmSync(folder, { recursive: true }));

const shells = [
  ["sh", "/bin/sh", []],
  ["dash", findProgram("dash"), []],
  ["bash", findProgram("bash"), ["--posix"]],
  ["busybox", findProgram("busybox"), ["ash"]],
] as const;

describe.for(shells.filter(([, program]) => program !== null))("%s", ([name, program, options]) => {
  const directory = join(folder, name);

  async function hold(
    argv: readonly [string, ...string[]],
    env: Readonly<Record<string, string>> = {},
    breachScript = "",
    before: () => void | Promise<void> = () => undefined,
  ): Promise<void> {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    const text = launchText({ launch: { cwd: folder, env }, argv, breachScript, bootId: "boot", umask: 0o22 });
    const files = { in: "from the file", out: "", err: "", launch: text, "exit.new": "    \n" };
    for (const [file, content] of Object.entries(files)) writeFileSync(join(directory, file), content);
    await before();
    const args = [...options, script, "files", directory];
    await runProgram({ program: program ?? "", args, env: {}, timeoutMs: 20_000 });
  }
  const read = (file: string): string => readFileSync(join(directory, file), "utf8");

  test("runs a program on its files and writes down how it ended", async () => {
    await hold(["/bin/sh", "-c", "cat; echo err >&2; exit 9"]);
    expect([read("out"), read("err"), read("exit").split("\n")[0]]).toEqual(["from the file", "err\n", "9"]);
    expect(read("started")).toMatch(/^\d+ \d+ boot\n$/);
    expect(read("launch")).toBe("");
    expect(existsSync(join(directory, "exit.new"))).toBe(false);
  });

  test("empties the launch before it says its name: whoever reads the name removes the file", async () => {
    const pipe = join(directory, "started");
    let full = -1;
    const holding = hold(["/bin/sh", "-c", "echo ran"], {}, "", async () => {
      await runProgram({ program: "mkfifo", args: [pipe], env: { PATH: "/usr/bin:/bin" }, timeoutMs: 20_000 });
      full = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      fillPipe(full);
    });
    await until(() => full !== -1 && read("launch") === "", "the launch is emptied while the name cannot be said");
    expect(read("out")).toBe("");
    while (!existsSync(join(directory, "exit"))) {
      drainPipe(full);
      await delay(5);
    }
    await holding;
    closeSync(full);
    expect(read("out")).toBe("ran\n");
  });

  test("passes on every character there is", async () => {
    const all = Array.from({ length: 0x2ff }, (_, n) => String.fromCodePoint(n + 1)).join("");
    const odd = {
      LOW: all.slice(0, 127),
      HIGH: all.slice(127),
      UID: "1",
      PPID: "2",
      IFS: "x",
      PS4: "$(id)",
      OPTIND: "z",
    };
    await hold(["/bin/sh", "-c", `printf '%s' "$1$LOW$HIGH"`, "sh", all], odd);
    expect(read("err")).toBe("");
    expect(read("out")).toBe(all + all);
    expect(read("exit").split("\n")[0]).toBe("0");
  });

  test("outlives the signals of its group", async () => {
    await hold(["/bin/sh", "-c", `trap '' INT TERM; kill -INT 0; kill -TERM 0; kill -USR1 $PPID; exit 6`]);
    expect(read("exit").split("\n")[0]).toBe("6");
  });

  test("asks whether the system ended the program at its ceiling, and says so before it ended", async () => {
    await hold(["/bin/sh", "-c", "exit 3"], { IFS: "x" }, "__ao_cut='memory_limit 1000'\n");
    expect([read("cut"), read("exit").split("\n")[0]]).toEqual(["memory_limit 1000\n", "3"]);
    await hold(["/bin/sh", "-c", "exit 0"], {}, "__ao_cut='memory_limit 1000'\n");
    expect(existsSync(join(directory, "cut"))).toBe(false);
    await hold(["/bin/sh", "-c", "exit 3"], {}, "__ao_n=1\n");
    expect(existsSync(join(directory, "cut"))).toBe(false);
  });

  test.each(["in", "out", "err"])("runs nothing and owns nothing when the disk does not open %s", async (file) => {
    const breakFile = (): void => {
      rmSync(join(directory, file));
      if (file !== "in") mkdirSync(join(directory, file));
    };
    await hold(["/bin/sh", "-c", "touch ran"], {}, "", breakFile);
    expect([existsSync(join(directory, "started")), existsSync(join(folder, "ran"))]).toEqual([false, false]);
  });

  test("writes down how it ended when the disk takes it again", async () => {
    const place = join(directory, "exit.new");
    const mends = `(sleep 0.5; rmdir '${place}'; echo > '${place}') > /dev/null 2>&1 & exit 4`;
    await hold(["/bin/sh", "-c", mends], {}, "", () => {
      rmSync(place);
      mkdirSync(place);
    });
    expect(read("exit").split("\n")[0]).toBe("4");
  });

  test("says that a program could not be run, or its folder not be entered", async () => {
    writeFileSync(join(folder, "not-a-program"), "");
    await hold([join(folder, "not-a-program")]);
    expect(read("exit").split("\n")[0]).toBe("126");
    await hold([join(folder, "nowhere")]);
    expect(read("exit").split("\n")[0]).toBe("127");
  });
});

/** Nothing more can be written to it until it is read. */
function fillPipe(pipe: number): void {
  const page = Buffer.alloc(4096, "\n");
  while (wouldNotBlock(() => writeSync(pipe, page)));
}

function drainPipe(pipe: number): void {
  const page = Buffer.alloc(4096);
  while (wouldNotBlock(() => readSync(pipe, page)));
}

function wouldNotBlock(operation: () => unknown): boolean {
  try {
    operation();
    return true;
  } catch (error) {
    if (hasCode(error, "EAGAIN")) return false;
    throw error;
  }
}

describe("what a pane says", () => {
  const keep = async (input: string, bytesMax: number): Promise<string> => {
    const directory = join(folder, "pane");
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    const args = [script, "keep", directory, String(bytesMax)];
    await runProgram({ program: "/bin/sh", args, env: {}, input, timeoutMs: 20_000 });
    return readFileSync(join(directory, "out"), "utf8");
  };

  test("is kept whole up to its limit", async () => {
    const text = "line\n".repeat(100_000);
    expect(await keep(text, 1_000_000)).toBe(text);
    expect(await keep("", 1_000_000)).toBe("");
  });

  test("loses its older half beyond it, and says how much", async () => {
    const text = Array.from({ length: 3_000_000 }, (_, n) => `${n}\n`).join("");
    const kept = await keep(text, 1_000_000);
    const [gap = "", ...rest] = kept.split("\r\n");
    expect(kept.length).toBeLessThan(1_100_000 + 16 * 1024 * 1024);
    expect(text.endsWith(rest.join("\r\n"))).toBe(true);
    expect(Number(/^\[ao: (\d+) bytes of older output are not kept\]$/.exec(gap)?.[1])).toBe(
      text.length - rest.join("\r\n").length,
    );
  });
});
