/**
 * Whoever reads a lot, piece by piece, leaves as much behind: Node lets some fifty megabytes of read pieces pile up before
 * it looks for them. This makes it look every few megabytes, which takes it about a millisecond.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_BYTES = 8 * 1_024 * 1_024;

type Collect = (how: { readonly type: "minor" }) => void;
let collect: Collect | null = null;

/** Told of each piece. */
export function createGarbageCollector(): (bytes: number) => void {
  let sinceLook = 0;
  return (bytes) => {
    sinceLook += bytes;
    if (sinceLook < LOOK_EVERY_BYTES) return;
    sinceLook = 0;
    collect ??= findCollector();
    collect({ type: "minor" });
  };
}

function findCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  return typeof found === "function" ? (how) => void Reflect.apply(found, null, [how]) : () => undefined;
}
