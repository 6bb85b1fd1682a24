import type { Command } from "commander";
import { attachTo } from "../../attach/attach.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const hasJson = false;

export const examples = [
  ["ao attach app-7", "its screen; Ctrl-] leaves, the agent continues"],
  ["ao attach app-7 --watch", "look without touching"],
  ["ao attach app-7 --take-over", "type, although another terminal does"],
] as const;

type AttachOptions = { readonly watch?: boolean; readonly takeOver?: boolean };

export function define(command: Command, io: Io): void {
  command
    .argument("<session>", "id, name or issue")
    .option("--watch", "never type")
    .option("--take-over", "type at once; other terminals watch")
    .action((session: string, options: AttachOptions) => attach(io, session, options));
}

async function attach(io: Io, session: string, { watch = false, takeOver = false }: AttachOptions): Promise<void> {
  if (watch && takeOver)
    throw new WrongUse("--watch and --take-over exclude each other; nothing was attached", {
      try: [`ao attach ${session}`],
    });
  await attachTo(io, await connect(io), session, watch ? "watch" : takeOver ? "take over" : "as the daemon gives it");
}
