import type { Command } from "commander";
import { connect } from "../connect.ts";
import type { Io } from "../render/io.ts";
import { show } from "../show.ts";
import { whyLines } from "../views/why.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao why app-7", "the reasons behind its state, and what would change it"],
  ["ao why app-7 --json", "the same as data"],
] as const;

export function define(command: Command, io: Io): void {
  command.argument("<session>", "id, name or issue").action((session: string) => why(io, session));
}

async function why(io: Io, id: string): Promise<void> {
  const client = await connect(io);
  const view = await client.why({ id }, READ);
  show(io, {
    json: () => view,
    records: () => [
      ["conclusion", view.conclusion],
      ...view.steps.map(({ at, kind, text, event }) => [kind, text, at, event]),
      ...view.notFixed.map(({ ok, name, text }) => ["not_fixed", name, verdict(ok), text]),
      ...view.notLanding.map(({ ok, name, text }) => ["not_landing", name, verdict(ok), text]),
      ...(view.changedBy === null ? [] : [["changed_by", view.changedBy.text, view.changedBy.command]]),
    ],
    lines: (pen) => whyLines(view, io.now(), pen),
  });
}

const verdict = (ok: boolean | null): string => (ok === null ? "neither" : ok ? "fulfilled" : "not_fulfilled");
