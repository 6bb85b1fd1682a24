import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { bubblewrapForTests } from "../../../test/fixtures/bubblewrap.ts";
import { resolveHome } from "../../config/home.ts";
import { noSandbox } from "../../lib/sandbox/sandbox.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { lookInside, type InsideLook } from "./look-inside.ts";

const sandbox = (await bubblewrapForTests()) ?? noSandbox;

type Special = { readonly read?: readonly string[]; readonly isKnown?: boolean; readonly free?: boolean };

/** A tool below the person's home, which a `bin` on the PATH has. */
function aTool(script: string, files: Readonly<Record<string, string>> = {}) {
  const person = aFolder();
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(person, name)), { recursive: true });
    writeFileSync(join(person, name), text);
    chmodSync(join(person, name), 0o755);
  };
  put("tools/bin/some-agent", script.replaceAll("HOME", person));
  for (const [name, text] of Object.entries(files)) put(name, text);
  const look = ({ read = [], isKnown = true, free = false }: Special = {}) =>
    lookInside({
      home: resolveHome({ AO_HOME: join(person, ".agent-orchestrator") }),
      env: { HOME: person, PATH: `${person}/tools/bin:/usr/bin:/bin` },
      project: { id: "app", path: person, settings: { sandbox: { use: "auto", read, write: [] } } } as never,
      sandbox: free ? noSandbox : sandbox,
      ...{ agent: "some-agent", program: "some-agent", isKnown },
      access: { read: [], write: [], programs: [] },
    } satisfies InsideLook);
  return { person, look };
}

const NEEDS_DATA = '#!/bin/sh\n. "HOME/data/version.sh"\n';
const DATA = { "data/version.sh": "echo 1.2.3\n" };

describe.skipIf(sandbox.name === "none")("a look from inside the sandbox", () => {
  test("finds nothing wrong with a tool that starts there", async () => {
    expect(await aTool("#!/bin/sh\necho 1.2.3\n").look()).toBe(null);
  });

  test("names a tool that starts outside only, what it says, and the setting that opens a path", async () => {
    const { person, look } = aTool(NEEDS_DATA, DATA);
    const found = await look({ read: ["~/other"] });
    expect(found).toMatchObject({ group: "app", state: "broken" });
    expect(found?.text).toContain("does not start in the sandbox (bubblewrap)");
    expect(found?.text).toContain("version.sh");
    expect(found?.fix).toBe(`ao config set defaults.sandbox.read '["~/other","${person}/tools/bin"]'`);
    expect(await look({ read: [`${person}/data`] })).toBe(null);
  });

  test("names a tool whose interpreter is not there", async () => {
    const { look } = aTool('#!/bin/sh\nexec "HOME/data/interpreter"\n', {
      "data/interpreter": "#!/bin/sh\necho 1.2.3\n",
    });
    expect((await look())?.text).toMatch(/interpreter.*not found/);
  });

  test("blames the sandbox for no tool that fails everywhere", async () => {
    expect(await aTool("#!/bin/sh\necho broken >&2\nexit 1\n").look()).toBe(null);
  });

  test("does not run a command of the person's own", async () => {
    const { person, look } = aTool("#!/bin/sh\nexit 3\n");
    expect(await look({ isKnown: false, read: [person] })).toBe(null);
  });
});

test("without a sandbox there is nothing to look at", async () => {
  expect(await aTool(NEEDS_DATA, DATA).look({ free: true })).toBe(null);
});
