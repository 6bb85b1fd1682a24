import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockHome } from "./home-lock.ts";
import { aChild, findModule, type Child } from "./testing/child.ts";
import { aFolder } from "./testing/folder.ts";

function holderOf(file: string): Child {
  return aChild(`
    import { lockHome } from ${findModule("home-lock.ts")};
    globalThis.held = lockHome(${JSON.stringify(file)});
    console.log("holds");
    setInterval(() => {}, 1000);`);
}

function refusal(file: string): unknown {
  try {
    lockHome(file).release();
    return null;
  } catch (error) {
    return error;
  }
}

test("a second one is refused with a sentence that names the file, and gets in after the first let go", () => {
  const file = join(aFolder(), "home.lock");
  const first = lockHome(file);
  expect(refusal(file)).toMatchObject({ code: "locked", message: expect.stringContaining(file) as string });
  first.release();
  expect(refusal(file)).toBeNull();
});

test("the lock holds while its holder is stopped, and is free at once after a kill", async () => {
  const file = join(aFolder(), "home.lock");
  const holder = holderOf(file);
  await holder.says("holds");

  process.kill(holder.pid(), "SIGSTOP");
  expect(refusal(file)).toMatchObject({ code: "locked" });
  expect(refusal(file)).toMatchObject({ code: "locked" });

  process.kill(holder.pid(), "SIGKILL");
  await holder.ended;
  expect(refusal(file)).toBeNull();
});

test("the lock holds when the holder forgets it and memory is swept", async () => {
  const file = join(aFolder(), "home.lock");
  const holder = aChild(`
    import { setFlagsFromString } from "node:v8";
    import { runInNewContext } from "node:vm";
    import { lockHome } from ${findModule("home-lock.ts")};
    (() => void lockHome(${JSON.stringify(file)}))();
    setFlagsFromString("--expose-gc");
    const sweep = runInNewContext("gc");
    for (let n = 0; n < 5; n += 1) {
      sweep();
      await new Promise((resolve) => setImmediate(resolve));
    }
    console.log("swept");
    setInterval(() => {}, 1000);`);
  await holder.says("swept");
  expect(refusal(file)).toMatchObject({ code: "locked" });
});

test("of twenty that start at once, exactly one wins", async () => {
  const folder = aFolder();
  const [file, signal] = [join(folder, "home.lock"), join(folder, "go")];
  const children = Array.from({ length: 20 }, () =>
    aChild(`
      import { existsSync } from "node:fs";
      import { lockHome } from ${findModule("home-lock.ts")};
      console.log("ready");
      while (!existsSync(${JSON.stringify(signal)})) await new Promise((resolve) => setTimeout(resolve, 1));
      try {
        globalThis.held = lockHome(${JSON.stringify(file)});
        console.log("verdict won");
        setInterval(() => {}, 1000);
      } catch (error) {
        console.log("verdict", error.code);
      }`),
  );
  await Promise.all(children.map((child) => child.says("ready")));
  writeFileSync(signal, "");
  await Promise.all(children.map((child) => child.says("verdict ")));
  const verdicts = children.map((child) => /verdict (\w+)/.exec(child.output())?.[1]);
  expect(verdicts.filter((verdict) => verdict === "won")).toHaveLength(1);
  expect(verdicts.filter((verdict) => verdict === "locked")).toHaveLength(19);
});

test("a folder that is not there is named", () => {
  const file = join(aFolder(), "nowhere", "home.lock");
  expect(refusal(file)).toMatchObject({ code: "cannot_open", message: expect.stringContaining(file) as string });
});
