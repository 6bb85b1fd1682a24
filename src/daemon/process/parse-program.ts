/** The file in which `ao` names the daemon's program: `{ "argv": ["node", "daemon.js"] }`. No schema library: the supervisor is small. */
export function parseArgv(text: string): readonly [string, ...string[]] {
  const value: unknown = JSON.parse(text);
  const argv: unknown = typeof value === "object" && value !== null && "argv" in value ? value.argv : null;
  if (Array.isArray(argv) && argv.length > 0 && argv.every((part) => typeof part === "string"))
    return argv as [string, ...string[]];
  throw new Error(`the daemon's program is not named: ${text.slice(0, 200)}`);
}
