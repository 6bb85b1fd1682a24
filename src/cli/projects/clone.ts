/** `ao start URL`: clones to `./<repo>`, or uses what is there when it came from the same place. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProgram, runOnTerminal } from "../../lib/run.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { WrongUse } from "../run/wrong-use.ts";
import { findCloneFolder, isSameRepository } from "./places.ts";

/** Answers the folder. */
export async function clone(io: Io, url: string): Promise<string> {
  const name = findCloneFolder(url);
  if (name === null)
    throw new WrongUse(`${url} does not end in the name of a repository; nothing was cloned`, { code: "bad_url" });
  const path = join(io.cwd, name);
  if (existsSync(path)) return describeExisting(io, path, url);
  io.tell(`cloning ${url} to ./${name}`);
  const ended = await runOnTerminal({ program: "git", args: ["clone", "--", url, path], cwd: io.cwd, env: io.env });
  if (ended.ok && ended.code === 0) return path;
  throw new CliFailure({ code: "not_cloned", message: `${url} was not cloned; git said why above` });
}

async function describeExisting(io: Io, path: string, url: string): Promise<string> {
  const origin = await runProgram({
    program: "git",
    args: ["-C", path, "config", "--get", "remote.origin.url"],
    env: io.env,
    timeoutMs: 10_000,
  });
  const found = origin.stdout.trim();
  if (origin.ok && origin.code === 0 && isSameRepository(found, url)) return path;
  const why = found === "" ? "it is not a clone of it" : `its origin is ${found}`;
  throw new CliFailure({
    code: "folder_taken",
    message: `${url} was not cloned: ${path} is there, and ${why}`,
    try: [`ao start ${path}`],
  });
}
