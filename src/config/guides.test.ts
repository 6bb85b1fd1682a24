/** Whoever copies settings from a guide gets settings that load, without a warning. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { load } from "./load.ts";

const guides = join(import.meta.dirname, "../../docs/guides");
const env = Object.fromEntries(
  ["GITHUB_WEBHOOK_SECRET", "LINEAR_WEBHOOK_SECRET", "SLACK_WEBHOOK_URL"].map((name) => [name, "x"]),
);

/** Of a project; files of GitHub Actions and GitLab pipelines stand in the guides, too. */
const FRAGMENT = /^(scm|tracker): /;
const ELSEWHERE = /^(on|workflow):/;

test.for(readdirSync(guides))("the settings in guides/%s load without a word", (name) => {
  const page = readFileSync(join(guides, name), "utf8");
  const blocks = [...page.matchAll(/^ *```yaml\n([^]*?)^ *```/gm)].map(([, yaml = ""]) => yaml);
  for (const yaml of blocks.filter((block) => !ELSEWHERE.test(block))) {
    const text = FRAGMENT.test(yaml) ? `projects:\n  app:\n${yaml.replace(/^/gm, "    ")}` : yaml;
    expect(load({ file: name, text, env }), text).toMatchObject({ ok: true, warnings: [] });
  }
});
