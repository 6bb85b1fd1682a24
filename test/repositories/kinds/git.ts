/** What git itself can hold: a submodule, git-lfs, 30,000 files, unusual names; checked by make. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NumberFiles, Place, RepositoryKind } from "../kind.ts";

const MAKEFILE = "test:\n\tset -e; for file in tests/*.sh; do sh $$file; done\n\n.PHONY: test\n";

const numbers: NumberFiles = ({ name, is, returns }) => ({
  [`numbers/${name}.txt`]: `${returns}\n`,
  [`tests/${name}.sh`]: `read -r number < numbers/${name}.txt\n[ "$number" = ${is} ] || { echo "${name} is $number, not ${is}"; exit 1; }\n`,
});

const common = { programs: ["make"], registry: null, check: "test", numbers } as const;
const files = { Makefile: MAKEFILE, ...numbers({ name: "one", is: 1, returns: 1 }) };

const submodule: RepositoryKind = {
  ...common,
  id: "submodule",
  title: "submodule",
  files: { ...files, "tests/shared.sh": "grep -q shared vendor/shared/shared.txt\n" },
  prepare: async ({ folder, repository, git }: Place) => {
    const shared = join(folder, "shared");
    mkdirSync(shared);
    writeFileSync(join(shared, "shared.txt"), "shared\n");
    await git(shared, "init", "--quiet", "--initial-branch=main");
    await git(shared, "add", "--all");
    await git(shared, "commit", "--quiet", "-m", "Begin");
    // Git takes a submodule from a folder only when it is told to.
    const add = ["submodule", "--quiet", "add", shared, "vendor/shared"];
    await git(repository, "-c", "protocol.file.allow=always", ...add);
  },
};

const LARGE = "a large file, kept by git-lfs\n".repeat(1_000);
const IS_NO_POINTER =
  'for file in assets/*.bin; do\n  [ "$(wc -c < "$file")" -gt 1000 ] || { echo "$file is a pointer"; exit 1; }\ndone\n';

const lfs: RepositoryKind = {
  ...common,
  id: "lfs",
  title: "git-lfs",
  programs: ["make", "git-lfs"],
  files: {
    ...files,
    ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
    "assets/one.bin": LARGE,
    "tests/assets.sh": IS_NO_POINTER,
  },
  added: { "assets/two.bin": LARGE.toUpperCase() },
  prepare: async ({ repository, git, has }) => {
    if (has("git-lfs")) await git(repository, "lfs", "install", "--local");
  },
};

const MANY = 30_000;

const many: RepositoryKind = {
  ...common,
  id: "many",
  title: "30,000 files",
  files,
  prepare: async ({ repository }) => {
    for (let n = 0; n < MANY; n += 1) {
      const folder = join(repository, "data", `part-${n % 100}`);
      if (n < 100) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `file-${n}.txt`), `file ${n}\n`.repeat(20));
    }
  },
};

/** Two names differ in case only, so the disk must tell them apart. */
const oddNames: RepositoryKind = {
  ...common,
  id: "names",
  title: "unusual names, case clash",
  files: {
    ...files,
    "README.md": "large\n",
    "readme.md": "small\n",
    "größe/日本語 ファイル.txt": "unicode\n",
    "e\u0301/decomposed.txt": "decomposed\n",
    "\u00e9/composed.txt": "composed\n",
    ' leading and "quoted" $name.txt': "quoted\n",
    "-dash/--help.txt": "dash\n",
    "line\nbreak.txt": "line break\n",
    "crlf.bat": "echo one\r\n",
    ".gitattributes": "*.bat text eol=crlf\n*.txt text=auto\n",
    "tests/names.sh":
      '[ "$(cat README.md)" = large ] && [ "$(cat readme.md)" = small ]\ngrep -q unicode "größe/日本語 ファイル.txt"\n[ -e \' leading and "quoted" $name.txt\' ] && [ -e ./-dash/--help.txt ]\ngrep -q "one\r" crlf.bat\n'.replaceAll(
        "\r",
        "$(printf '\\r')",
      ),
  },
  added: { "größe/zwei 二.txt": "zwei\n" },
};

export const ofGit: readonly RepositoryKind[] = [submodule, lfs, many, oddNames];
