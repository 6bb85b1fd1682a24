import { expect, test } from "vitest";
import type { CheckSlot } from "./check-slots.ts";
import type { CheckWorkspace } from "./pool.ts";
import { shareWorkspaces } from "./share-workspaces.ts";

type Wish = { readonly layoutKey?: string; readonly hasToWait?: boolean };
const noPlace: CheckSlot = { giveBack: () => undefined };

/** Checks that say when they are laid out (`a@0`), when they run (`a!0`), and end when they are told to. */
function aShop({ isFull = () => false }: { isFull?: () => boolean } = {}) {
  const said: string[] = [];
  const free: number[] = [];
  let made = 0;
  const deskAt = (n: number): CheckWorkspace => ({
    folder: String(n),
    tree: "",
    temporary: "",
    index: "",
    setupNote: "",
  });
  const shared = shareWorkspaces({
    take: async () => {
      if (isFull()) throw new Error("no room");
      return deskAt(free.shift() ?? made++);
    },
    giveBack: ({ folder }) => free.push(Number(folder)),
  });
  const ask = (name: string, { layoutKey = "tree", hasToWait = true }: Wish = {}) => {
    const place = Promise.withResolvers<CheckSlot | null>();
    const ended = Promise.withResolvers<string>();
    const stop = new AbortController();
    const held: { place: CheckSlot | null } = { place: null };
    const request = { setupKey: "", layoutKey, place: place.promise, hasToWait, signal: stop.signal };
    const answer = shared.use(request, async (use) => {
      said.push(`${name}@${use.desk.folder}`);
      held.place = await use.place;
      if (held.place === null) return null;
      said.push(`${name}!${use.desk.folder}`);
      return await ended.promise;
    });
    return {
      answer,
      givePlace: () => settle(() => place.resolve(noPlace)),
      /** Its program ended; its results are still being read. */
      endProgram: () => settle(() => held.place?.giveBack()),
      end: () => settle(() => ended.resolve(name)),
      fail: () => settle(() => ended.reject(new Error(name))),
      callOff: () =>
        settle(() => {
          stop.abort();
          place.resolve(null);
          ended.resolve(name);
        }),
    };
  };
  return { ask, said, free };
}

/** Lets everything happen that follows from it. */
async function settle(what: () => void = () => undefined): Promise<void> {
  what();
  await new Promise((resolve) => setImmediate(resolve));
}

test("one that waits gets the workspace of the one that ended, once its results were read", async () => {
  const { ask, said, free } = aShop();
  const a = ask("a", { hasToWait: false });
  await a.givePlace();
  const b = ask("b");
  await a.endProgram();
  await b.givePlace();
  expect(said).toEqual(["a@0", "a!0"]);
  await a.end();
  await b.end();
  expect([said, free]).toEqual([["a@0", "a!0", "b@0", "b!0"], [0]]);
  expect([await a.answer, await b.answer]).toEqual(["a", "b"]);
});

test("one whose place comes while the other one runs takes a workspace of its own", async () => {
  const { ask, said } = aShop();
  const [a, b] = [ask("a"), ask("b")];
  await a.givePlace();
  await b.givePlace();
  expect(said).toEqual(["a@0", "a!0", "b@1", "b!1"]);
});

test("one of another layout, and one that has its place at once, wait for no workspace", async () => {
  const { ask, said } = aShop();
  for (const wish of [{}, { layoutKey: "other" }, { hasToWait: false }]) ask("a", wish);
  await settle();
  expect(said).toEqual(["a@0", "a@1", "a@2"]);
});

test("one that only waits for its place hands its workspace over to the one whose place came, and gets it back", async () => {
  const { ask, said, free } = aShop();
  const [a, b] = [ask("a"), ask("b")];
  await settle();
  await b.givePlace();
  expect(said).toEqual(["a@0", "b@0", "b!0"]);
  await a.givePlace();
  expect(said.slice(3)).toEqual(["a@1", "a!1"]);
  await Promise.all([a.end(), b.end()]);
  expect([await a.answer, await b.answer, free.toSorted()]).toEqual(["a", "b", [0, 1]]);
});

test("where the place goes to somebody else, the workspace is laid out for the next one meanwhile", async () => {
  const { ask, said } = aShop();
  const [a, b] = [ask("a"), ask("b")];
  await a.givePlace();
  await a.endProgram();
  await a.end();
  expect(said).toEqual(["a@0", "a!0", "b@0"]);
  await b.givePlace();
  expect(said.at(-1)).toBe("b!0");
});

test("of two whose places came, the second one does not wait for a workspace that the first one gets", async () => {
  const { ask, said } = aShop();
  const [a, b, c] = [ask("a"), ask("b"), ask("c")];
  await a.givePlace();
  await a.endProgram();
  await b.givePlace();
  await c.givePlace();
  expect(said).toEqual(["a@0", "a!0", "c@1", "c!1"]);
  await a.end();
  expect(said.slice(4)).toEqual(["b@0", "b!0"]);
});

test("the workspace goes to one that has its place, before those that came first", async () => {
  const { ask, said } = aShop();
  const [a, , c] = [ask("a"), ask("b"), ask("c")];
  await a.givePlace();
  await a.endProgram();
  await c.givePlace();
  await a.end();
  expect(said).toEqual(["a@0", "a!0", "c@0", "c!0"]);
});

test("one that fails, and one that is called off, leave their workspace to the next", async () => {
  const { ask, said, free } = aShop();
  const [a, b, c] = [ask("a"), ask("b"), ask("c")];
  const failed = expect(a.answer).rejects.toThrow("a");
  await a.givePlace();
  await a.fail();
  await failed;
  expect(said).toEqual(["a@0", "a!0", "b@0"]);
  await b.callOff();
  expect([await b.answer, said.at(-1)]).toEqual([null, "c@0"]);
  await c.callOff();
  expect([await c.answer, free]).toEqual([null, [0]]);
});

test("one that is called off while it waits for a workspace lets the others wait for it", async () => {
  const { ask, said } = aShop();
  const [a, b, c] = [ask("a"), ask("b"), ask("c")];
  await a.givePlace();
  await b.callOff();
  expect([await b.answer, said]).toEqual([null, ["a@0", "a!0"]]);
  await a.end();
  await c.givePlace();
  expect(said.slice(2)).toEqual(["c@0", "c!0"]);
});

test("nobody waits for ever for one that got no workspace", async () => {
  let isFull = true;
  const { ask, said } = aShop({ isFull: () => isFull });
  const [a, b] = [ask("a"), ask("b")];
  const failed = expect(a.answer).rejects.toThrow("no room");
  const alsoFailed = expect(b.answer).rejects.toThrow("no room");
  await b.givePlace();
  await Promise.all([failed, alsoFailed]);
  isFull = false;
  ask("c");
  await settle();
  expect(said).toEqual(["c@0"]);
});
