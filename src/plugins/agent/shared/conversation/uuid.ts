import { createHash } from "node:crypto";

/** The same one for the same name, so that a launch that is asked for again is the same launch. */
export function deriveTurnUuid(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
