import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeId } from "../../../domain/model/ids.ts";
import { findSandbox } from "../../../lib/sandbox/sandbox.ts";
import { aForge } from "../testing/a-forge.ts";
import { checkOptions } from "../testing/check-options.ts";
import { takeValue } from "../testing/deeds.ts";

const found = await findSandbox("auto");
const sandbox = found.ok ? found.sandbox : null;

test.runIf(sandbox !== null && sandbox.name !== "none")(
  "in the sandbox a check reads its tree and git, and neither sees the daemon's home nor writes beside its workspace",
  async () => {
    if (sandbox === null) return;
    // The Node of the tests may lie where the sandbox shows nothing; a shell is where it always was.
    const code = `can() { "$@" >/dev/null 2>&1 && printf 'yes ' || printf 'no '; }
      can git show HEAD:README.md; can touch made "$TMPDIR/made"; can cat "$SECRET"
      can touch "$OWN_GIT/planted" "$REPO/planted"; exit 1`;
    // What lies in `/dev/shm` no sandbox shows.
    const at = await aForge({ root: tmpdir() });
    const { folder, path } = at.repository;
    const home = join(folder, "home");
    mkdirSync(home, { recursive: true });
    const secret = join(home, "token");
    writeFileSync(secret, "secret");
    const env = { SECRET: secret, OWN_GIT: join(home, "git"), REPO: path };
    const environment = async () => ({ PATH: process.env["PATH"] ?? "", ...env });
    const settings = { commands: { test: { command: ["sh", "-c", code], timeoutMs: null } } };
    const own = { sandbox, environment, settings, hidden: [home], folder: join(home, "checks") };
    const forge = at.again({ gitDir: join(home, "git"), checks: checkOptions(folder, own) });
    const tree = await at.repository.tree("main");
    const of = { kind: "change", change: changeId("shop#1"), tree } as const;
    const [result] = takeValue(
      await forge.checks.run({ runId: "r", project: at.options.project, of, names: ["test"] }),
    );
    expect(result?.evidence).toMatch(/\n\nyes yes no (yes|no)$/);
    const planted = [join(home, "git/planted"), join(path, "planted")];
    expect(planted.map((file) => existsSync(file))).toEqual([false, false]);
  },
);
