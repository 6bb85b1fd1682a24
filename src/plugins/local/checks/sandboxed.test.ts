import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeId } from "../../../domain/ids.ts";
import { findSandbox } from "../../../lib/sandbox.ts";
import { aForge } from "../testing/a-forge.ts";
import { checkOptions, script } from "../testing/check-options.ts";
import { value } from "../testing/deeds.ts";

const found = await findSandbox("auto");
const sandbox = found.ok ? found.sandbox : null;

test.runIf(sandbox !== null && sandbox.name !== "none")(
  "in the sandbox a check reads its tree and git, and neither sees the daemon's home nor writes beside its workspace",
  async () => {
    if (sandbox === null) return;
    const code = `const fs = require("node:fs"); const { execFileSync } = require("node:child_process");
      const tries = (deed) => { try { deed(); return "yes"; } catch (error) { return "no"; } };
      console.log([
        tries(() => execFileSync("git", ["show", "HEAD:README.md"])), tries(() => fs.writeFileSync("made", "")),
        tries(() => fs.writeFileSync(process.env.TMPDIR + "/made", "")), tries(() => fs.readFileSync(process.env.SECRET)),
        tries(() => fs.writeFileSync(process.env.GIT_OWN + "/config", "")), tries(() => fs.writeFileSync(process.env.REPO + "/x", "")),
      ].join(" ")); process.exit(1);`;
    const at = await aForge();
    const { folder, path } = at.repository;
    const home = join(folder, "home");
    mkdirSync(home, { recursive: true });
    const secret = join(home, "token");
    writeFileSync(secret, "secret");
    const env = { SECRET: secret, GIT_OWN: join(home, "git"), REPO: path };
    const environment = async () => ({ PATH: process.env["PATH"] ?? "", ...env });
    const settings = { commands: { test: { command: script(code), timeoutMs: null } } };
    const own = { sandbox, environment, settings, hidden: [home], folder: join(home, "checks") };
    const forge = at.again({ gitDir: join(home, "git"), checks: checkOptions(folder, own) });
    const tree = await at.repository.tree("main");
    const of = { kind: "change", change: changeId("shop#1"), tree } as const;
    const [result] = value(await forge.checks.run({ runId: "r", project: at.options.project, of, names: ["test"] }));
    expect(result?.evidence).toMatch(/\n\nyes yes yes no no no$/);
  },
);
