/** The person's repository: files, configuration, hooks, refs and objects. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MARK, type Attack, type AttackClass } from "../attack.ts";
import { holdsMark } from "./programs.ts";

/** Present and absent ones alike. */
const FILES = [
  ".git/config",
  ".git/config.worktree",
  ".git/hooks/pre-commit",
  ".git/hooks/post-checkout",
  ".git/hooks/reference-transaction",
  ".git/info/attributes",
  ".git/info/exclude",
  ".git/info/grafts",
  ".git/info/sparse-checkout",
  ".git/commondir",
  ".git/shallow",
  ".git/objects/info/alternates",
  ".git/objects/info/http-alternates",
  ".git/objects/pack/planted.keep",
  ".git/refs/planted.txt",
  ".git/logs/planted",
  ".git/logs/HEAD",
  ".git/modules/planted/config",
  ".git/worktrees/planted/gitdir",
  ".git/lfs/objects/planted",
  ".git/rebase-merge/head-name",
  ".git/packed-refs.lock.planted",
  "README.md",
  "agent-orchestrator.yaml",
  ".gitattributes",
  ".gitmodules",
  "untracked-by-the-person.txt",
];

export const repository: AttackClass = {
  title: "the person's repository",
  attacks: ({ repository: root, victim, main }) => [
    ...FILES.map((path): Attack => ({
      name: `write ${path}`,
      script: `marks "${root}/${path}"`,
      trace: () => holdsMark(join(root, path)),
    })),
    { name: "read an ignored file of the person's", script: `reads "${root}/.env"` },
    { name: "read the index of the person", script: `test -s "${root}/.git/index"` },
    ...[
      "refs/heads/planted",
      "refs/heads/agent/planted",
      "refs/tags/planted",
      "refs/stash",
      "refs/ao/base/planted",
    ].map((ref): Attack => ({
      name: `make ${ref}`,
      script: `overwrites "${root}/.git/${ref}" ${main}`,
      trace: () => existsSync(join(root, ".git", ref)),
    })),
    {
      name: "replace an object of the person's",
      script: `overwrites "${root}/.git/objects/${victim.replaced}" ${MARK}`,
      trace: () => readFileSync(join(root, ".git/objects", victim.replaced), "latin1").includes(MARK),
    },
    {
      name: "remove an object of the person's",
      script: `removes "${root}/.git/objects/${victim.removed}"`,
      trace: () => !existsSync(join(root, ".git/objects", victim.removed)),
    },
    {
      name: "put a loose object where the person's are",
      script: `marks "${root}/.git/objects/ff/${"f".repeat(38)}"`,
      trace: () => existsSync(join(root, ".git/objects/ff", "f".repeat(38))),
    },
    {
      name: "make a branch by git",
      script: `git --git-dir="${root}/.git" update-ref refs/heads/planted-by-git ${main}`,
      trace: () => existsSync(join(root, ".git/refs/heads/planted-by-git")),
    },
    ...["HEAD", "refs/heads/main", "packed-refs"].map((name): Attack => ({
      name: `write ${name}`,
      script: `overwrites "${root}/.git/${name}" "# ${MARK}"`,
      trace: () => holdsMark(join(root, ".git", name)),
    })),
  ],
};
